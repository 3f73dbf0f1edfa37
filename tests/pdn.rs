//! Whole games as PDN: the dirt of real files, cases of other programs' users, properties, and the
//! command.

mod pdn {
    mod cases;
    mod choices;
    mod command;
    mod dirt;
    mod doubts;
    mod files;
    mod games;
    mod program;
    mod properties;
    mod scraps;
    mod signs;
    mod stream;
}
