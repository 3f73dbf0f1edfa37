//! Whole games as PDN: the dirt of real files, cases of other programs' users, properties, and the
//! command.

mod pdn {
    mod cases;
    mod command;
    mod dirt;
    mod doubts;
    mod games;
    mod properties;
    mod scraps;
    mod signs;
    mod stream;
}
