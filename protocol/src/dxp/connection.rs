//! A connection over TCP: messages out of a stream of bytes, one a packet, no wait without an end.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::message::{LONGEST, Message};

/// The usual port.
pub const PORT: u16 = 27531;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The host is not known.
    #[error("cannot find {host}: {error}")]
    Host {
        /// The host.
        host: String,
        /// Why not.
        error: io::Error,
    },
    /// Nobody listens there.
    #[error("cannot connect to {host} port {port}: {error}")]
    Connect {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// What the last attempt has failed by.
        error: io::Error,
    },
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// Nobody has connected.
    #[error("nobody has connected to {address} in {} s", wait.as_secs_f64())]
    Nobody {
        /// The address.
        address: SocketAddr,
        /// How long it was listened.
        wait: Duration,
    },
    /// The connection cannot be used.
    #[error("the connection fails: {0}")]
    Broken(#[from] io::Error),
}

/// Connects to a host: a name, an IPv4 or an IPv6 address. While nobody listens there it tries
/// again, until the time is over.
///
/// # Errors
/// When the host is not known, or there is no connection in time.
pub fn connect(host: &str, port: u16, wait: Duration) -> Result<Connection, ConnectionError> {
    let found = (host, port).to_socket_addrs();
    let found = found.map_err(|error| ConnectionError::Host { host: host.to_owned(), error })?;
    let addresses: Vec<SocketAddr> = found.collect();
    let until = Instant::now() + wait;
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    loop {
        for address in &addresses {
            let left = until.saturating_duration_since(Instant::now()).max(RETRY);
            match TcpStream::connect_timeout(address, left) {
                // Where nobody listens at a port that the system gives out itself, a socket may
                // find itself.
                Ok(stream) if stream.local_addr().ok() == stream.peer_addr().ok() => {}
                Ok(stream) => return Ok(Connection::new(stream)?),
                Err(error) => last = error,
            }
        }
        if Instant::now() + RETRY >= until {
            let host = host.to_owned();
            return Err(ConnectionError::Connect { host, port, error: last });
        }
        thread::sleep(RETRY);
    }
}

/// Between two attempts to connect, and two looks for a peer.
const RETRY: Duration = Duration::from_millis(50);

/// An address at which one peer at a time is listened for.
///
/// ```
/// use std::thread;
/// use std::time::Duration;
///
/// use damier_protocol::dxp::{Incoming, Listener, Message, connect};
///
/// const WAIT: Duration = Duration::from_secs(10);
/// let listener = Listener::new("127.0.0.1:0".parse()?)?;
/// let port = listener.address().port();
/// let peer = thread::spawn(move || connect("127.0.0.1", port, WAIT));
/// let mut connection = listener.wait(WAIT)?;
/// connection.send(&Message::parse(b"Chello")?)?;
/// let mut peer = peer.join().expect("the thread ends")?;
/// assert_eq!(peer.receive(None), Incoming::Frame(Ok(b"Chello".to_vec())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    address: SocketAddr,
}

impl Listener {
    /// Finds out whether the address can be listened at; port 0 becomes a free one.
    ///
    /// # Errors
    /// When it cannot.
    pub fn new(address: SocketAddr) -> Result<Listener, ConnectionError> {
        let listener = bind(address)?;
        Ok(Listener { address: listener.local_addr()? })
    }

    /// The address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for a peer. While it is connected nobody else can connect: the address is free again
    /// (the standard library reuses it at once, whatever is left of an earlier connection).
    ///
    /// # Errors
    /// When nobody connects in time, or the address cannot be listened at.
    pub fn wait(&self, wait: Duration) -> Result<Connection, ConnectionError> {
        let listener = bind(self.address)?;
        listener.set_nonblocking(true)?;
        let until = Instant::now() + wait;
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    return Ok(Connection::new(stream)?);
                }
                // A peer that has gone before it was seen is no reason to stop.
                Err(_) if Instant::now() < until => thread::sleep(RETRY),
                Err(_) => return Err(ConnectionError::Nobody { address: self.address, wait }),
            }
        }
    }
}

fn bind(address: SocketAddr) -> Result<TcpListener, ConnectionError> {
    TcpListener::bind(address).map_err(|error| ConnectionError::Bind { address, error })
}

/// A connection with a peer. A thread of its own reads; what is not taken waits in the system, so
/// that a peer that floods is slowed down.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    incoming: Receiver<Frame>,
    /// When the last message was sent, if nothing has come since.
    unanswered: Option<Instant>,
    /// The least interval of two messages that are sent with nothing between.
    interval: Duration,
}

/// Messages that are read ahead.
const AHEAD: usize = 16;

/// How long a message may take on its way into the system: a peer that reads nothing is gone.
const WRITE_WAIT: Duration = Duration::from_secs(10);

impl Connection {
    /// The interval that old programs need: they lose what comes together with another message.
    pub const INTERVAL: Duration = Duration::from_millis(100);

    /// A connection over a stream.
    ///
    /// # Errors
    /// When the stream cannot be used.
    pub fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_WAIT))?;
        let source = stream.try_clone()?;
        let (sender, incoming) = bounded(AHEAD);
        let reader = thread::Builder::new().name("dxp".to_owned());
        reader.spawn(move || read(source, &sender))?;
        Ok(Connection { stream, incoming, unanswered: None, interval: Connection::INTERVAL })
    }

    /// Changes the least interval of two messages that are sent with nothing between.
    pub fn set_interval(&mut self, interval: Duration) {
        self.interval = interval;
    }

    /// The peer's address.
    pub fn peer(&self) -> Option<SocketAddr> {
        self.stream.peer_addr().ok()
    }

    /// Sends a message whole, by one call of the system where it takes it.
    ///
    /// # Errors
    /// When the peer is gone or does not read.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        if let Some(last) = self.unanswered {
            thread::sleep(self.interval.saturating_sub(last.elapsed()));
        }
        if let Err(error) = self.stream.write_all(&message.to_bytes()) {
            // What has come before can still be received, then the end.
            let _ = self.stream.shutdown(Shutdown::Both);
            return Err(error);
        }
        self.unanswered = Some(Instant::now());
        Ok(())
    }

    /// The next message, awaited until the deadline.
    pub fn receive(&mut self, deadline: Option<Instant>) -> Incoming {
        let received = match deadline {
            Some(deadline) => self.incoming.recv_deadline(deadline),
            None => self.incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(frame) => {
                self.unanswered = None;
                Incoming::Frame(frame)
            }
            Err(RecvTimeoutError::Timeout) => Incoming::Nothing,
            Err(RecvTimeoutError::Disconnected) => Incoming::End,
        }
    }
}

/// What comes from a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A message, or one that is none.
    Frame(Frame),
    /// Nothing in time.
    Nothing,
    /// The connection is closed.
    End,
}

impl Drop for Connection {
    /// The thread that reads ends as well.
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads until the connection is closed or the receiver is dropped.
fn read(mut source: TcpStream, sender: &Sender<Frame>) {
    let mut framing = Framing::default();
    let mut bytes = [0; 4096];
    let mut wanted = true;
    while wanted {
        match source.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => framing.read(&bytes[..count], |frame| {
                wanted = wanted && sender.send(frame).is_ok();
            }),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if let Some(frame) = framing.finish() {
        // The receiver may be gone.
        let _ = sender.send(frame);
    }
}

/// What is wrong with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// It is longer than any message. It is skipped up to its NUL, and what follows is read again.
    #[error("the message is longer than {LONGEST} characters")]
    TooLong,
}

/// A message's bytes without the NUL, or what is wrong with them.
pub type Frame = Result<Vec<u8>, FrameError>;

/// Cuts a stream of bytes into messages, however it comes in packets. It keeps no more than one
/// unfinished message of at most 127 characters.
///
/// ```
/// use damier_protocol::dxp::Framing;
///
/// let mut framing = Framing::default();
/// let mut frames = Vec::new();
/// framing.read(b"E0", |frame| frames.push(frame));
/// framing.read(b"0\0Chello\0", |frame| frames.push(frame));
/// assert_eq!(frames, [Ok(b"E00".to_vec()), Ok(b"Chello".to_vec())]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Framing {
    begun: Vec<u8>,
    /// Whether the message that has begun is too long and is skipped.
    skips: bool,
}

impl Framing {
    /// Reads what has come, and gives each message that it completes to `take`. Nothing between
    /// two NULs is nothing.
    pub fn read(&mut self, bytes: &[u8], mut take: impl FnMut(Frame)) {
        for &byte in bytes {
            if byte != 0 {
                self.add(byte);
            } else if let Some(frame) = self.finish() {
                take(frame);
            }
        }
    }

    fn add(&mut self, byte: u8) {
        if self.begun.len() < LONGEST {
            self.begun.push(byte);
        } else {
            self.skips = true;
        }
    }

    /// The end of the stream, or of a message: what has begun is taken for whole. A program that
    /// closes the connection behind its last message may leave out the NUL.
    pub fn finish(&mut self) -> Option<Frame> {
        let begun = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.skips) {
            return Some(Err(FrameError::TooLong));
        }
        (!begun.is_empty()).then_some(Ok(begun))
    }
}
