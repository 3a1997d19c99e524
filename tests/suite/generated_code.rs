//! The code that the spec becomes: the diff of a spec edit is reviewed in the files of `tests/generated`, which compiles them.

#[test]
fn the_spec_generates_what_its_files_show() {
    let spec = std::fs::read("spec/email-campaign.xml").unwrap();
    let service = asmx_codegen::load("email-campaign.xml", &spec).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let files = asmx_codegen::generate(&service, "email-campaign.xml");
    let are_current = goldens::assert_generated("email-campaign", files.into_iter().map(|file| (file.path, file.text)));
    // The crate of the files has the same items.
    if are_current {
        assert_eq!(generated::email_campaign::EMAIL_CAMPAIGN.operations.len(), service.operations.len());
    }
}
