//! Selects the primitives of the model checker in `ordered.rs`.

fn main() {
    println!("cargo::rustc-cfg=shuttle");
}
