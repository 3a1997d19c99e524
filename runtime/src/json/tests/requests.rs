//! Requests that others write: all mistakes at once, rules for the writer, bounds of time.

use super::*;
use crate::operation::Role;

// A tree of a type with two derived types.
static TREE: Structure = Structure::of_parts("Tree", StructureParts::new(&TREE_MEMBERS).derived(&[&LEAF, &TWIG]));
static LEAF: Structure = Structure::of_parts("Leaf", StructureParts::new(&LEAF_MEMBERS).base(&TREE));
static TWIG: Structure = Structure::of_parts("Twig", StructureParts::new(&TWIG_MEMBERS).base(&TREE));
const N: Member = Member::new("N", Type::INT).required();
const NEXT: Member = Member::new("Next", Type::Structure(&TREE));
static TREE_MEMBERS: [Member; 2] = [N, NEXT];
static LEAF_MEMBERS: [Member; 3] = [N, NEXT, Member::new("Leaf", Type::STRING)];
static TWIG_MEMBERS: [Member; 3] = [N, NEXT, Member::new("Twig", Type::STRING)];
static STONE: Structure = Structure::of_parts("Stone", StructureParts::new(&[]).derived(&[&PEBBLE])).is_abstract();
static PEBBLE: Structure = Structure::of_parts("Pebble", StructureParts::new(&[]).base(&STONE));
static TREES: ArrayType = ArrayType::new(Type::Structure(&TREE), "Tree");
static PARAMETERS: [Member; 7] = [
    Member::new("Root", Type::Structure(&TREE)),
    Member::new("All", Type::Array(&TREES)),
    Member::new("Stone", Type::Structure(&STONE)),
    Member::new("Note", Type::STRING).part("the note"),
    Member::new("Day", scalar(Scalar::Date)).optional(),
    Member::new("Pin", Type::STRING).role(Role::Password),
    Member::new("Site", Type::INT).required(),
];
static HEADER: Structure = Structure::new("Trace", &[N, Member::new("Key", Type::STRING).secret()]);
static HEADERS: [Member; 2] = [Member::new("Trace", Type::Structure(&HEADER)), Member::new("Level", Type::INT)];
static MESSAGES: Messages = Messages::PLAIN.headers(&HEADERS, &[]);
static PUT: Operation = Operation::new("Put", "", "", &PARAMETERS, Effect::Read).messages(&MESSAGES);
static SHOP: Service = Service::new("Trees", "/t.asmx", "", &[Member::new("Shop", Type::INT)], &[], &[]);

/// Secrets, common parameters and the site come from others.
struct Rules;

impl RequestRules for Rules {
    fn may_give(&self, of: MemberOf, member: &Member) -> bool {
        of != MemberOf::Common && !member.holds_secret() && member.name != "Site"
    }

    fn must_give(&self, of: MemberOf, member: &Member) -> bool {
        member.must_be_given() && self.may_give(of, member)
    }
}

fn reader() -> RequestReader<'static> {
    RequestReader::new(&SHOP, &PUT, &Rules)
}

fn sentences(result: Result<impl Sized, ParameterError>) -> Vec<String> {
    let errors = result.map_or_else(|error| error.each().to_vec(), |_| Vec::new());
    errors.iter().map(ToString::to_string).collect()
}

fn mistakes(json: Json) -> Vec<String> {
    sentences(reader().parameters(&object(&json)))
}

#[test]
fn each_mistake_is_named_with_its_place() {
    assert_eq!(
        mistakes(json!({
            "Shop": 1, "Pin": "s3cret", "Site": 3, "Note": 5, "the note": null, "Day": "31.01.2024", "Nots": 1,
            "Stone": {}, "Root": { "N": "x", "Next": { "Leaf": "x", "Next": {} } },
        })),
        [
            "Put has no parameter `Shop`; it takes: Root, All, Stone, Note, Day",
            "parameter `Pin` is a secret that others give",
            "Put has no parameter `Site`; it takes: Root, All, Stone, Note, Day",
            "parameter `Note`: `5` is not a valid string; write `\"5\"`",
            "parameter `the note`: `the note` is not a valid parameter: it is there twice, by two names",
            "parameter `Day`: `31.01.2024` is not a valid date; write it as `2026-01-31`",
            "Put has no parameter `Nots`; did you mean `Note`?",
            "parameter `Root.N`: `x` is not a valid int",
            "parameter `Root.Next`: `Leaf` is not a valid member of Tree",
            "parameters `Stone.$type`, `Root.Next.N`, `Root.Next.Next.N` are required and were not given",
        ]
    );
    assert_eq!(mistakes(json!({ "Stone": { "$type": "Pebble" }, "Root": { "N": 1.0, "$type": null } })), [""; 0]);
}

#[test]
fn a_type_outside_of_the_family_is_refused() {
    let refused = "parameter `Root.$type`: `\"Stone\"` is not a valid name of Tree or of a type derived from it";
    assert_eq!(mistakes(json!({ "Root": { "$type": "Stone" } })), [refused]);
    assert_eq!(mistakes(json!({ "Root": { "$type": "Leaf", "N": 1, "Leaf": "x" } })), [""; 0]);
}

#[test]
fn several_repeated_choices_have_their_items_in_one_array() {
    const FIRST: Place = Place::Choice(&[Member::new("A", Type::INT), Member::new("B", Type::INT)]);
    const SECOND: Place = Place::Choice(&[Member::new("C", Type::INT)]);
    const CHOICES: &[Member] = &[
        Member::new("", Type::STRING).place(FIRST).repeated(),
        Member::new("", Type::STRING).place(SECOND).repeated(),
    ];
    static BOX: Structure = Structure::new("Box", CHOICES);
    let items = json!({ "$choice": [{ "A": 1 }, { "B": 2 }, { "C": 3 }] });
    same(Member::new("item", Type::Structure(&BOX)), items.clone());
    let strays = json!({ "$choice": [{ "A": 1 }, { "Cc": 3 }, {}, { "A": 1, "Cc": 3 }] });
    let bare = Operation::new("Echo", "", "", CHOICES, Effect::Read).outputs(CHOICES).leak();
    let read = |json: &Json| unchecked_parameters(&SERVICE, bare, &object(json));
    assert_eq!(result(&SERVICE, bare, &Message::new(read(&items).unwrap().request.into_values())), items);
    let of_box = unchecked_parameters(
        &SERVICE,
        echo(Member::new("item", Type::Structure(&BOX))),
        &object(&json!({ "item": strays })),
    );
    for (errors, owner) in [(sentences(read(&strays)), "Echo"), (sentences(of_box), "Box")] {
        let errors: Vec<_> = errors.into_iter().map(|error| error.replace("`item.", "`")).collect();
        let expected = [
            format!("parameter `$choice[1]`: `Cc` is not a valid member of {owner}; did you mean `C`?"),
            "parameter `$choice[2]`: `{}` is not a valid object with one member".to_owned(),
            "parameter `$choice[3]`: `{…}` is not a valid object with one of A, B".to_owned(),
        ];
        assert_eq!(errors, expected);
    }
}

/// A secret may be at the wrong place.
#[test]
fn mistakes_do_not_show_what_arrays_and_objects_hold() {
    let login = json!({ "Pin": "s3cret" });
    for wrong in [json!({ "Note": login }), json!({ "Root": [login] }), json!({ "All": login.to_string() })] {
        let all = mistakes(wrong);
        assert!(all.len() == 1 && !all[0].contains("s3cret"), "{all:?}");
    }
}

#[test]
fn headers_are_read_by_the_same_rules() {
    let read = |json: Json| sentences(reader().headers(&object(&json)));
    assert_eq!(
        read(
            json!({ "Trace": { "Key": "k", "$mustUnderstand": 1, "$actor": {} }, "Level": { "$value": 1 }, "Levl": 1 })
        ),
        [
            "parameter `Trace.$mustUnderstand`: `1` is not a valid boolean; write `true` or `false`",
            "parameter `Trace.$actor`: `{}` is not a valid string",
            "parameter `Trace.Key` is a secret that others give",
            "parameter `Level`: `{…}` is not a valid int",
            "Put has no header `Levl`; did you mean `Level`?",
            "parameter `Trace.N` is required and was not given",
        ]
    );
    assert_eq!(read(json!({ "Trace": { "N": 1, "$mustUnderstand": "1", "$actor": null }, "Level": 1 })), [""; 0]);
}

/// The service checks dates and ranges itself; a number stays a number.
#[test]
fn an_unchecked_request_has_the_kinds_of_its_schema() {
    let read = |json: Json| sentences(reader().unchecked(true).parameters(&object(&json)));
    assert_eq!(read(json!({ "Day": "31.01.2024", "Root": { "N": "99999999999" } })), [""; 0]);
    let refused = [
        "parameter `Root.N`: `many` is not a valid int",
        "parameter `Day`: `true` is not a valid date; write it as `2026-01-31`",
    ];
    assert_eq!(read(json!({ "Root": { "N": "many" }, "Day": true })), refused);
    assert_eq!(read(json!({ "Root": { "N": 1, "$rest": {} } })).len(), 1);
}

#[test]
fn a_request_that_was_read_has_one_name_for_each_parameter() {
    let read = reader().parameters(&object(&json!({ "the note": "n", "Root": "{\"N\": \"1\"}" }))).unwrap();
    let expected = json!({ "Root": { "$type": "Tree", "N": 1 }, "Note": "n" });
    assert_eq!(Json::from(Results::new(&SHOP).request(&PUT, &read, false)), expected);
    let by_parts = Results::new(&SHOP).request(&PUT, &read, true);
    assert_eq!(by_parts["the_x0020_note"], "n");
    assert!(reader().parameters(&by_parts).is_ok());
}

fn nested(levels: usize, innermost: Json) -> Json {
    json!({ "Root": (0..levels).fold(innermost, |inner, _| json!({ "N": 1, "Next": inner })) })
}

/// With all derived types tried to their ends, 14 levels would take half a minute.
#[test]
fn a_value_is_read_as_one_type_at_each_level() {
    assert_eq!(mistakes(nested(90, json!({ "N": 1 }))), [""; 0]);
    let one = mistakes(nested(40, json!({ "N": "x" })));
    assert!(one.len() == 1 && one[0].ends_with("Next.N`: `x` is not a valid int"), "{one:?}");
    let leaf = json!({ "$type": "Leaf", "N": 1, "Leaf": 1 });
    let typed = (0..60).fold(leaf, |inner, _| json!({ "$type": "Twig", "N": 1, "Next": inner }));
    assert!(mistakes(json!({ "Root": typed }))[0].ends_with("Next.Leaf`: `1` is not a valid string; write `\"1\"`"));
}

#[test]
fn reading_ends_after_the_first_mistakes() {
    let unknown: Map<String, Json> = (0..20_000).map(|number| (format!("Roof{number}"), json!(1))).collect();
    let in_structure = json!({ "Root": unknown });
    for json in [
        unknown.into(),
        in_structure,
        json!({ "All": vec![json!({ "N": "x" }); 20_000] }),
        json!({ "All": vec![json!({ "Next": { "Leaf": 1 } }); 10_000] }),
    ] {
        let all = mistakes(json);
        assert_eq!(all.last().map(String::as_str), Some("there are more mistakes"));
        assert!((2..=21).contains(&all.len()), "{all:?}");
    }
    assert_eq!(mistakes(json!({ "All": vec![json!({ "N": "x" }); 20] })).len(), 20);
}
