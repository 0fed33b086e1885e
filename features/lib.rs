//! User stories in Gherkin. There is nothing to link to: the stories are in `features/`, and `cargo test` tells them.
