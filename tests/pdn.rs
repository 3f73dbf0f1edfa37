//! Whole games as PDN: nonconforming input of real files, cases of other programs' users, properties, and the
//! command.

mod pdn {
    mod cases;
    mod choices;
    mod command;
    mod doubts;
    mod files;
    mod games;
    mod nonconforming;
    mod program;
    mod properties;
    mod scraps;
    mod signs;
    mod stream;
}
