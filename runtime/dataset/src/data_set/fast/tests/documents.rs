//! Generated documents with every feature of data sets.

use proptest::prelude::*;

#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) text: String,
    pub(super) rows: u64,
}

#[derive(Clone, Debug)]
struct Style {
    diffgr: &'static str,
    msdata: &'static str,
    /// The namespace of the data set's elements, if any, declared on `r`, the instance, or each row.
    namespace: Option<usize>,
    prefix: &'static str,
    line: &'static str,
    wrapping: usize,
    has_schema: bool,
    quote: char,
    empty: &'static str,
    end: &'static str,
}

fn style() -> impl Strategy<Value = Style> {
    let names = (prop::sample::select(vec!["diffgr", "d", "x-1"]), prop::sample::select(vec!["msdata", "m"]));
    let line = prop::sample::select(vec!["", "", "\n", "\r\n", "\n  ", " \t\r"]);
    let places = (prop::option::weighted(0.3, 0..3_usize), prop::sample::select(vec!["", "", "p:"]), 0..4_usize);
    let marks = (prop::sample::select(vec!['"', '"', '\'']), prop::sample::select(vec![" />", "/>", "></A>"]));
    (names, line, places, any::<bool>(), marks, prop::sample::select(vec!["", "\n", "<!-- end -->", "<?end?>\n"]))
        .prop_map(|((diffgr, msdata), line, (namespace, prefix, wrapping), has_schema, (quote, empty), end)| Style {
            diffgr,
            msdata,
            namespace,
            prefix: if namespace.is_some() { prefix } else { "" },
            line,
            wrapping,
            has_schema,
            quote,
            empty,
            end,
        })
}

#[derive(Clone, Debug)]
enum Value {
    Absent,
    Empty,
    Text(String),
    /// An element as it stands.
    Raw(String),
}

#[derive(Clone, Debug)]
struct RowPlan {
    table: usize,
    values: Vec<Value>,
    /// The row's deviation from the usual form.
    twist: u8,
    nested: Vec<RowPlan>,
}

const TABLES: [&str; 3] = ["T", "T1", "Block_x0020_Records"];
const COLUMNS: [&str; 5] = ["A", "B", "First_x0020_Name", "D", "E"];
const TYPES: [&str; 5] = ["string", "int", "decimal", "dateTime", "boolean"];

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => "[a-zA-Z0-9 .:-]{0,20}".prop_map(Value::Text),
        4 => prop::sample::select(vec!["1", "-12", "2024-02-29T13:45:56.5-05:00", "12.50", "true", "007", " 5 ", "abc"])
            .prop_map(|text| Value::Text(text.to_owned())),
        2 => "([a-z\u{e4}\u{20ac}\u{1F600}'\"]|&amp;|&lt;|&#65;|&#xe4;|&quot;|&gt;|>|\\]){0,12}"
            .prop_map(|text| Value::Text(text.replace("]]>", "]]&gt;"))),
        3 => Just(Value::Absent),
        2 => Just(Value::Empty),
        1 => "[ \n\t]{1,3}".prop_map(Value::Text),
        1 => prop::sample::select(vec![
            "<A>a\r\nb</A>", "<A>&#13;&#1;</A>", "<A><![CDATA[<&]]>&amp;</A>", "<B>1<!-- c -->2</B>", "<A>x<?p q?>y</A>",
            "<A xmlns=''>z</A>", "<A xml:space=\"preserve\">  </A>", "<A xml:space='preserve'/>", "<New>n</New>", "<A>1</A><A>2</A>",
            "<A><x><y/></x></A>", "<A >w</A>", "<A>w</A >", "text", "<!-- </T> -->", "<_x0041_>same</_x0041_>", "<?p?>",
            "<A xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>",
            "<A xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='i:int'>5</A>",
        ]).prop_map(|text| Value::Raw(text.to_owned())),
    ]
}

fn row() -> impl Strategy<Value = RowPlan> {
    let flat = (prop_oneof![6 => Just(0_usize), 1 => 0..3_usize], proptest::collection::vec(value(), 0..5), 0..40_u8)
        .prop_map(|(table, values, twist)| RowPlan { table, values, twist, nested: Vec::new() });
    flat.prop_recursive(2, 6, 3, |inner| {
        (inner.clone(), prop::option::weighted(0.1, proptest::collection::vec(inner, 1..3)))
            .prop_map(|(row, nested)| RowPlan { nested: nested.unwrap_or_default(), ..row })
    })
}

/// Well-formed documents with a data set.
pub(super) fn samples() -> impl Strategy<Value = Sample> {
    let usual = proptest::collection::vec((row(), Just(false)), 0..12);
    // Many rows that differ only in their values, as genuine ones do.
    let uniform = (proptest::collection::vec(row(), 1..4), 1..12_usize).prop_map(|(plans, times)| {
        let plans = plans.into_iter().map(|plan| RowPlan { twist: 30, nested: Vec::new(), ..plan });
        plans.flat_map(|plan| std::iter::repeat_n((plan, true), times)).collect::<Vec<_>>()
    });
    let tail = proptest::collection::vec((0..3_usize, 0..14_usize, 0..3_u8), 0..4);
    (style(), prop_oneof![1 => usual, 2 => uniform], tail).prop_map(|(style, rows, tail)| {
        let mut writer = Writer { style, text: String::new(), counts: [0; 3], rows: 0 };
        writer.document(&rows.into_iter().map(|(row, _)| row).collect::<Vec<_>>(), &tail);
        Sample { text: writer.text, rows: writer.rows }
    })
}

struct Writer {
    style: Style,
    text: String,
    counts: [usize; 3],
    rows: u64,
}

impl Writer {
    fn push(&mut self, parts: &[&str]) {
        for part in parts {
            self.text.push_str(part);
        }
    }

    fn declaration(&self) -> String {
        let prefix = self.style.prefix.trim_end_matches(':');
        let colon = if prefix.is_empty() { "" } else { ":" };
        format!(" xmlns{colon}{prefix}='urn:rows'")
    }

    fn declared_at(&self, level: usize) -> String {
        if self.style.namespace == Some(level) { self.declaration() } else { String::new() }
    }

    fn document(&mut self, rows: &[RowPlan], tail: &[(usize, usize, u8)]) {
        let Style { diffgr, msdata, line, wrapping, has_schema, end, .. } = self.style.clone();
        self.push(&["<?xml version='1.0' encoding='utf-8'?>", line]);
        for depth in 0..wrapping {
            self.push(&["<s:w", &depth.to_string(), " xmlns:s='urn:s'>", line]);
        }
        let declared = self.declared_at(0);
        let service = if declared.starts_with(" xmlns=") { "" } else { " xmlns='urn:service'" };
        self.push(&["<r", service, &declared, ">", line]);
        if has_schema {
            self.schema();
        }
        let (of_instance, prefix) = (self.declared_at(1), self.style.prefix);
        let (m, d) = (crate::vocabulary::MSDATA, crate::vocabulary::DIFFGR);
        self.push(&["<", diffgr, ":diffgram xmlns:", msdata, "='", m, "' xmlns:", diffgr, "='", d, "'>", line]);
        // A prefix that only the rows declare cannot be on the instance.
        let instance = if self.style.namespace == Some(2) { "N".to_owned() } else { format!("{prefix}N") };
        let undeclared = if of_instance.contains("xmlns=") { "" } else { " xmlns=''" };
        self.push(&["<", &instance, undeclared, &of_instance, ">"]);
        for row in rows {
            self.row(row, "", true);
        }
        self.push(&[line, "</", &instance, ">", line]);
        self.tail(tail);
        self.push(&["</", diffgr, ":diffgram></r>", line]);
        for depth in (0..wrapping).rev() {
            self.push(&["</s:w", &depth.to_string(), ">"]);
        }
        self.push(&[end]);
    }

    fn schema(&mut self) {
        let (xs, m) = (crate::vocabulary::XS, crate::vocabulary::MSDATA);
        self.push(&["<xs:schema xmlns='' xmlns:xs='", xs, "' xmlns:msdata='", m, "'>"]);
        self.push(&["<xs:element name='N' msdata:IsDataSet='true'><xs:complexType><xs:choice>"]);
        for table in &TABLES[..2] {
            self.push(&["<xs:element name='", table, "'><xs:complexType><xs:sequence>"]);
            for (column, kind) in COLUMNS[..4].iter().zip(TYPES) {
                self.push(&["<xs:element name='", column, "' type='xs:", kind, "' minOccurs='0'/>"]);
            }
            self.push(&["</xs:sequence></xs:complexType></xs:element>"]);
        }
        self.push(&["</xs:choice></xs:complexType></xs:element></xs:schema>"]);
    }

    fn row(&mut self, row: &RowPlan, indent: &str, is_outermost: bool) {
        let Style { diffgr, msdata, line, quote, empty, prefix, .. } = self.style.clone();
        self.rows += u64::from(is_outermost);
        let quote = quote.to_string();
        let name = format!("{prefix}{}", TABLES[row.table]);
        let order = self.counts[row.table];
        self.counts[row.table] += 1;
        let table = TABLES[row.table].replace("_x0020_", " ");
        let (id, stated) = match row.twist {
            0 => (format!("{table}x"), order.to_string()),
            1 => (format!("{table}{}", order + 1), format!("0{order}")),
            2 => (format!("{table}{}", order + 2), (order + 1).to_string()),
            3 => (format!("{table}{}", 1), "0".to_owned()),
            _ => (format!("{table}{}", order + 1), order.to_string()),
        };
        let declared = if is_outermost { self.declared_at(2) } else { String::new() };
        self.push(&[line, indent, "<", &name, &declared, " ", diffgr, ":id=", &quote, &id, &quote]);
        self.push(&[" ", msdata, ":rowOrder=", &quote, &stated, &quote]);
        match row.twist {
            4 => self.push(&[" ", diffgr, ":hasChanges=\"inserted\""]),
            5 => self.push(&[" ", diffgr, ":hasChanges='modified'"]),
            6 => self.push(&[" A='attribute'"]),
            7 => self.push(&[" ", msdata, ":hiddenE='hidden'"]),
            8 => self.push(&["\n "]),
            9 => self.push(&[" ", diffgr, ":hasErrors=\"true\""]),
            10 => self.push(&[" xml:space='preserve'"]),
            11 => self.push(&[" other='T1' xmlns:q='urn:q'"]),
            _ => {}
        }
        if row.values.iter().all(|value| matches!(value, Value::Absent)) && row.nested.is_empty() {
            return self.push(&[if row.twist.is_multiple_of(2) { "/>" } else { " />" }]);
        }
        self.push(&[">"]);
        for (column, value) in COLUMNS.iter().zip(&row.values) {
            let name = format!("{prefix}{column}");
            match value {
                Value::Absent => {}
                Value::Empty if empty.starts_with("><") => self.push(&[line, indent, "<", &name, "></", &name, ">"]),
                Value::Empty => self.push(&[line, indent, "<", &name, empty]),
                Value::Text(text) => self.push(&[line, indent, "<", &name, ">", text, "</", &name, ">"]),
                Value::Raw(raw) => self.push(&[line, raw]),
            }
        }
        for nested in &row.nested {
            self.row(nested, "  ", false);
        }
        self.push(&[line, indent, "</", &name, ">"]);
    }

    fn tail(&mut self, tail: &[(usize, usize, u8)]) {
        let Style { diffgr, msdata, line, .. } = self.style.clone();
        for (section, kinds) in [("before", 0..2), ("errors", 2..3)] {
            self.push(&["<", diffgr, ":", section, ">", line]);
            for (table, number, kind) in tail.iter().filter(|(_, _, kind)| kinds.contains(kind)) {
                let id = format!("{}{number}", TABLES[*table].replace("_x0020_", " "));
                self.push(&["<", TABLES[*table], " ", diffgr, ":id='", &id, "'"]);
                if section == "before" {
                    let order = number.saturating_sub(1).to_string();
                    self.push(&[
                        " ",
                        msdata,
                        ":rowOrder='",
                        &order,
                        "'><A>before ",
                        &kind.to_string(),
                        "</A></",
                        TABLES[*table],
                        ">",
                    ]);
                } else {
                    self.push(&[" ", diffgr, ":Error='wrong'><A ", diffgr, ":Error='it'/></", TABLES[*table], ">"]);
                }
            }
            self.push(&["</", diffgr, ":", section, ">"]);
        }
    }
}
