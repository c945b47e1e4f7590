//! Tells the linker on macOS that Python's symbols exist only when the module is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
