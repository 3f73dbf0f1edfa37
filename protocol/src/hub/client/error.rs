//! How an engine fails its client.

/// How an engine fails its client.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The program could not be run.
    #[error("cannot run {program}: {source}")]
    Spawn {
        /// The program.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// It has ended.
    #[error("the engine has ended ({0})")]
    Ended(String),
    /// It has closed its output, but runs on.
    #[error("the engine has closed its output but runs on")]
    ClosedOutput,
    /// A line of the handshake was another than expected.
    #[error("got `{got}` in the handshake where `{awaited}` was to come")]
    Handshake {
        /// The line.
        got: String,
        /// The command that was to come.
        awaited: &'static str,
    },
    /// It says again what it is told, and nothing else.
    #[error("it only repeats what it is told: it is no Hub engine")]
    Echo,
    /// It has not answered in time.
    #[error("`{awaited}` did not come in time")]
    Silent {
        /// The command that was to come.
        awaited: &'static str,
    },
    /// It says something that is not of the protocol, and not what it should.
    #[error("the engine does not speak the protocol: `{0}`")]
    Garbage(String),
    /// It writes a line without end.
    #[error("the engine writes a line without end")]
    Endless,
    /// It has answered without being asked.
    #[error("got an answer when nothing was asked: `{0}`")]
    Stray(String),
    /// It has not ended when it was told to.
    #[error("the engine did not end when it was told to quit, and was ended by force")]
    RefusedQuit,
}
