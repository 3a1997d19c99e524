//! Turns the spec into the client's source on every build that follows a spec edit.

fn main() {
    asmx_codegen::build::compile("spec/email-campaign.xml");
}
