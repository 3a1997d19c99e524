//! Completes examples that show a part of a spec or of a WSDL document.

use std::fmt::Write as _;

use roxmltree::{Document, Node, NodeType};

/// Repeats a line with `{1..300}` that often, numbered.
pub fn expanded(example: &str) -> String {
    let mut text = String::new();
    for line in example.split_inclusive('\n') {
        let ranges: Vec<(usize, usize)> = line.split('{').skip(1).filter_map(range).collect();
        let count = ranges.first().map_or(1, |(first, last)| last - first + 1);
        for number in 0..count {
            let mut line = line.to_owned();
            for (first, last) in &ranges {
                line = line.replacen(&format!("{{{first}..{last}}}"), &(first + number).to_string(), 1);
            }
            text.push_str(&line);
        }
    }
    text
}

/// The numbers of `1..300}` and the rest.
fn range(text: &str) -> Option<(usize, usize)> {
    let (first, last) = text.split_once('}')?.0.split_once("..")?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

/// Wraps elements into a spec of a service with that name. Other text stays as it is.
pub fn spec(name: &str, example: &str) -> String {
    let start_tag = format!("<service name=\"{name}\" path=\"/service.asmx\">\n<doc>What it does.</doc>\n");
    let example = expanded(example);
    let start = example.trim_start();
    if !start.starts_with('<') || ["<?", "<!D", "<service"].iter().any(|beginning| start.starts_with(beginning)) {
        return example;
    }
    let wrapped = format!("<x>{example}</x>");
    let Ok(document) = Document::parse(&wrapped) else {
        // Text that is not well-formed becomes part of an operation.
        return format!("{start_tag}<area name=\"reports\" title=\"Reports\">{example}</area></service>");
    };
    let [mut ports, mut types, mut common, mut areas, mut operations, mut inner] = [const { String::new() }; 6];
    let mut comment = String::new();
    for node in document.root_element().children() {
        let text = wrapped.get(node.range()).unwrap();
        if node.is_comment() {
            // A comment belongs to the element after it.
            comment.push_str(text);
            continue;
        }
        let place = match node.tag_name().name() {
            _ if !node.is_element() => continue,
            "port" => &mut ports,
            "enum" | "structure" | "dataset" | "array" | "group" => &mut types,
            "common" => &mut common,
            "area" => &mut areas,
            "operation" => &mut operations,
            _ => &mut inner,
        };
        place.push_str(&std::mem::take(&mut comment));
        place.push_str(text);
        place.push('\n');
    }
    // Elements that only operations contain.
    if !inner.is_empty() || (areas.is_empty() && operations.is_empty()) {
        let end = format!("result=\"string\" effect=\"read\"><doc>It pings.</doc>{inner}</operation>\n");
        write!(operations, "<operation name=\"Ping\" {end}").unwrap();
    }
    if !operations.is_empty() {
        write!(areas, "<area name=\"operations\" title=\"Operations\">\n{operations}</area>\n").unwrap();
    }
    format!("{start_tag}{ports}{types}{common}{areas}</service>\n")
}

/// The document that completes WSDL examples: one operation with an item.
const SHOP: &str = r#"<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
    xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:s="http://www.w3.org/2001/XMLSchema"
    xmlns:tns="urn:example:shop" targetNamespace="urn:example:shop">
  <s:element name="Ping">
    <s:complexType><s:sequence><s:element minOccurs="0" name="item" type="tns:Item"/></s:sequence></s:complexType>
  </s:element>
  <s:element name="PingResponse"><s:complexType/></s:element>
  <s:complexType name="Item"><s:sequence><s:element minOccurs="0" name="Name" type="s:string"/></s:sequence></s:complexType>
  <wsdl:message name="PingSoapIn"><wsdl:part name="parameters" element="tns:Ping"/></wsdl:message>
  <wsdl:message name="PingSoapOut"><wsdl:part name="parameters" element="tns:PingResponse"/></wsdl:message>
  <wsdl:portType name="ShopSoap">
    <wsdl:operation name="Ping"><wsdl:input message="tns:PingSoapIn"/><wsdl:output message="tns:PingSoapOut"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="ShopSoap" type="tns:ShopSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Ping">
      <soap:operation soapAction="urn:example:shop/Ping" style="document"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="Shop">
    <wsdl:port name="ShopSoap" binding="tns:ShopSoap"><soap:address location="http://localhost/shop.asmx"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
"#;

/// Wraps elements of WSDL or of a schema into a document. They replace elements of a made-up shop with the same name. The comment `no service` removes
/// elements. An operation replaces that of its name in the port type if it has messages, else in the binding, or stands beside it.
pub fn wsdl(example: &str) -> String {
    let example = expanded(example);
    let start = example.trim_start();
    if !["<s:", "<wsdl:", "<!--"].iter().any(|part| start.starts_with(part)) || start.starts_with("<wsdl:definitions") {
        return example;
    }
    let head = SHOP.split_inclusive('>').next().unwrap();
    let wrapped = format!("{head}{example}</wsdl:definitions>");
    let shop = Document::parse(SHOP).unwrap();
    let parts = Document::parse(&wrapped).unwrap();
    let parts: Vec<Node<'_, '_>> = parts.root_element().children().filter(|node| !node.is_text()).collect();
    let is_replaced = |node: &Node<'_, '_>| {
        parts.iter().any(|part| match part.node_type() {
            NodeType::Comment => part.text().unwrap().trim() == format!("no {}", node.tag_name().name()),
            _ => {
                part.tag_name().namespace() == node.tag_name().namespace()
                    && part.attribute("name") == node.attribute("name")
                    && is_type(part) == is_type(node)
                    && (is_type(part) || part.tag_name() == node.tag_name())
            }
        })
    };
    let retained = shop.root_element().children().filter(|node| node.is_element() && !is_replaced(node));
    let retained = retained.map(|node| (node.tag_name().name().to_owned(), with_operations(node, &parts, &wrapped)));
    let new = parts.iter().filter(|node| node.is_element());
    let new = new.map(|node| (node.tag_name().name().to_owned(), wrapped.get(node.range()).unwrap().to_owned()));
    let all: Vec<(String, String)> = retained.chain(new).collect();
    let of = |names: &[&str], prefix: &str| -> String {
        let named = all.iter().filter(|(name, text)| names.contains(&name.as_str()) && text.starts_with(prefix));
        named.flat_map(|(_, text)| [text.as_str(), "\n"]).collect()
    };
    let imports = of(&["import"], "<wsdl:");
    let schemas = of(&["import", "include", "redefine"], "<s:");
    let further = of(&["schema"], "<s:");
    let is_definition = |(name, text): &&(String, String)| {
        text.starts_with("<s:") && !["import", "include", "redefine", "schema"].contains(&name.as_str())
    };
    let definitions: String = all.iter().filter(is_definition).flat_map(|(_, text)| [text.as_str(), "\n"]).collect();
    let messages = of(&["message"], "<wsdl:");
    let rest = ["portType", "binding", "service"].map(|name| of(&[name], "<wsdl:")).concat();
    format!(
        "{head}\n{imports}<wsdl:types>\n<s:schema elementFormDefault=\"qualified\" targetNamespace=\"urn:example:shop\">\n\
         {schemas}{definitions}</s:schema>\n{further}</wsdl:types>\n{messages}{rest}</wsdl:definitions>\n"
    )
}

/// The text of an element of the shop, with the operations among the parts that belong in it.
fn with_operations(node: Node<'_, '_>, parts: &[Node<'_, '_>], wrapped: &str) -> String {
    let mut text = SHOP.get(node.range()).unwrap().to_owned();
    let place = node.tag_name().name();
    for part in parts.iter().filter(|part| part.tag_name().name() == "operation") {
        let has_messages = part.children().any(|child| child.has_attribute("message"));
        if place != if has_messages { "portType" } else { "binding" } {
            continue;
        }
        let new = wrapped.get(part.range()).unwrap();
        let is_known = |child: &Node<'_, '_>| {
            child.tag_name() == part.tag_name() && child.attribute("name") == part.attribute("name")
        };
        match node.children().find(is_known) {
            Some(known) => text = text.replace(SHOP.get(known.range()).unwrap(), new),
            None => text.insert_str(text.rfind("</").unwrap(), &format!("{new}\n")),
        }
    }
    text
}

fn is_type(node: &Node<'_, '_>) -> bool {
    ["complexType", "simpleType"].contains(&node.tag_name().name())
}
