//! The toolchains, and what each of them cannot do.

use super::Tool;

pub(super) fn mono() -> Tool {
    Tool {
        program: "sh".to_owned(),
        probe: &[
            "-c",
            "mono --version && mcs --version && test -e \"$(dirname $(command -v mcs))/../lib/mono/4.5/System.Web.Services.dll\"",
        ],
        script: "echo.cs",
        install: "apt-get install mono-mcs libmono-system-web-services4.0-cil",
        cannot: &[
            ("It percent-encodes the action, which is encoded in our document.", &["names/Été"]),
            ("It writes times with a zone.", &["scalars/EchoSpecial", "lists/EchoLists"]),
            ("The table of this test has no `msdata:MainDataTable`.", &["carrier/{EchoTable,EchoCarrier}"]),
            ("It takes a type without a namespace for one of the service.", &["nons/{EchoEmpty,EchoX,EchoXs}"]),
            ("It takes a typed DataSet for one element, and leaves out its rows.", &["typed/{EchoShop,EchoFiling}"]),
        ],
    }
}

pub(super) fn zeep() -> Tool {
    Tool {
        program: std::env::var("WSDL_CLIENTS_PYTHON").unwrap_or_else(|_| "python3".to_owned()),
        probe: &["-c", "import zeep"],
        script: "echo.py",
        install: "pip install zeep",
        cannot: &[
            (
                "It does not declare the prefix of a qualified name that is a value.",
                &["arrays/EchoKinds", "scalars/{EchoScalars,EchoQName}", "edges/EchoStamped"],
            ),
            (
                "It sends the schema of a data set no more that it has read.",
                &[
                    "data/{EchoDataSet,Changes}",
                    "carrier/{EchoSet,EchoTable,EchoCarrier}",
                    "custom/{EchoOwn,EchoHas}",
                    "typed/{EchoShop,EchoFiling}",
                ],
            ),
            (
                "It keeps six digits of a second.",
                &[
                    "arrays/EchoTimes",
                    "http/RDateTimes",
                    "poly/EchoZoo",
                    "scalars/EchoNullables",
                    "shapes/EchoEverything",
                    "edges/EchoNumbers",
                ],
            ),
            (
                "It loses the text of mixed content.",
                &["shapes/EchoTextList", "choice/{EchoMixed,EchoNamedAny,EchoTextWords}", "edges/EchoTail"],
            ),
            ("It loses the type of a value of any type.", &["xmlany/{EchoObject,EchoHolder,EchoList}"]),
            (
                "It reads nothing for an empty element: it does not send one, or misses one.",
                &["poly/{EchoNode,EchoMutual}", "shapes/EchoEmpty", "edges/{EchoFar,EchoOuter}", "spans/{Echo,EchoT}"],
            ),
            ("The script sends messages of one element.", &["edges/EchoChosen"]),
            ("It takes an empty text of an enumeration for none.", &["enums/EchoWires", "lists/{EchoLists,EchoSizes}"]),
            (
                "It sends an array that it has read with a type that is anonymous.",
                &["arrays/EchoMulti", "choice/EchoArr"],
            ),
            ("It takes no member of the name `self`.", &["names/{EchoType,EchoRusty}"]),
        ],
    }
}

pub(super) fn node_soap() -> Tool {
    Tool {
        program: "node".to_owned(),
        probe: &["-e", "require('soap')"],
        script: "echo.mjs",
        install: "npm install soap",
        cannot: &[
            (
                "It knows no type of another namespace by its prefix.",
                &[
                    "arrays/EchoKinds",
                    "family/{EchoNode,EchoNodes,EchoBranch,EchoRooted,EchoShelf}",
                    "nons/EchoXs",
                    "xmlany/{EchoObject,EchoHolder,EchoList}",
                ],
            ),
            (
                "It sends dates as numbers or texts of its own.",
                &[
                    "arrays/EchoTimes",
                    "http/{RDateTime,RDateTimes}",
                    "ops/ReturnDate",
                    "poly/{EchoZoo,EchoPuppy}",
                    "scalars/{EchoSpecial,EchoOptionals,EchoDateTime,EchoNullableDateTime}",
                    "edges/EchoNumbers",
                    "lists/EchoLists",
                ],
            ),
            (
                "Its numbers are doubles.",
                &[
                    "http/{RLong,RDecimal}",
                    "scalars/{EchoNullables,EchoLong,EchoDecimal}",
                    "shapes/{EchoEverything,EchoMoney,EchoRenamed,EchoMoney2}",
                    "envelope/BareParcel",
                ],
            ),
            (
                "It does not declare the prefix of a qualified name that is a value.",
                &["scalars/{EchoScalars,EchoQName}", "edges/EchoStamped"],
            ),
            ("It takes operations of ASCII names.", &["names/Été"]),
            (
                "The script knows results by the name of their operation.",
                &["ops/AllChanged", "edges/{EchoRepeated,EchoChosen}"],
            ),
            ("It reads an empty element as none.", &["shapes/EchoEmpty", "edges/EchoFar"]),
            (
                "It has no members of other namespaces, nor without one.",
                &[
                    "ns/{EchoAddress,EchoUnq,EchoBoth}",
                    "edges/EchoToned",
                    "envelope/RpcParcel",
                    "mixedstyle/Lit",
                    "nons/{EchoEmpty,EchoX}",
                    "rpclit/Echo",
                    "unqualified/Echo",
                ],
            ),
            (
                "It sends XML that is not described without its namespaces.",
                &[
                    "data/{EchoDataSet,Changes}",
                    "shapes/EchoTextList",
                    "bareparts/Xml",
                    "carrier/{EchoSet,EchoTable,EchoCarrier}",
                    "choice/{EchoWild,EchoMixed,EchoNamedAny,EchoTextWords}",
                    "custom/{EchoOwn,EchoHas}",
                    "edges/EchoTail",
                    "linq/{EchoElement,EchoDrawing}",
                    "typed/{EchoShop,EchoFiling}",
                    "xmlany/{EchoNode,EchoElement,EchoDocument,EchoNodes}",
                ],
            ),
        ],
    }
}

pub(super) fn php() -> Tool {
    Tool {
        program: "php".to_owned(),
        probe: &["-r", "exit(class_exists('SoapClient') && class_exists('DOMDocument') ? 0 : 1);"],
        script: "echo.php",
        install: "apt-get install php-cli php-soap php-xml",
        cannot: &[
            (
                "It does not declare the prefix of a qualified name that is a value.",
                &["arrays/EchoKinds", "scalars/{EchoScalars,EchoQName}", "edges/EchoStamped"],
            ),
            (
                "Its values are decoded where the test gives them encoded.",
                &["arrays/EchoBlobs", "scalars/{EchoSpecial,EchoNullables,EchoBytes}", "edges/EchoNumbers"],
            ),
            (
                "It takes every text but `0` for true.",
                &["scalars/EchoOptionals", "shapes/EchoAttrOnly", "edges/{EchoDeepPair,EchoDefaults}"],
            ),
            ("It has numbers of 64 bits with a sign.", &["scalars/EchoULong", "lists/EchoLists"]),
            ("It takes names of operations without case.", &["names/{Self,self,GetURL,GetUrl}"]),
            ("It has one name for an attribute and an element.", &["names/{EchoType,EchoRusty}"]),
            (
                "It has no attributes of other namespaces, nor of types without one.",
                &["ns/{EchoAddress,EchoBoth}", "edges/EchoToned", "nons/{EchoEmpty,EchoX,EchoXs}"],
            ),
            (
                "It tells no derived type of what it has read.",
                &[
                    "poly/{EchoAnimals,EchoAnimalList,EchoShape,EchoShapes,EchoZoo,EchoPuppy}",
                    "family/{EchoNode,EchoNodes,EchoBranch,EchoRooted,EchoShelf}",
                ],
            ),
            (
                "The script knows results by the name of their operation.",
                &["ops/{AllChanged,ReturnDate}", "edges/{EchoRepeated,EchoChosen}"],
            ),
            ("It loses the order of a choice that repeats.", &["edges/EchoFar"]),
            (
                "The script gives no XML that is not described.",
                &[
                    "data/{EchoDataSet,Changes}",
                    "shapes/{EchoEverything,EchoTextList}",
                    "bareparts/Xml",
                    "carrier/{EchoSet,EchoTable,EchoCarrier}",
                    "choice/{EchoWild,EchoMixed,EchoNamedAny,EchoTextWords}",
                    "custom/{EchoOwn,EchoHas}",
                    "edges/EchoTail",
                    "linq/{EchoElement,EchoDrawing}",
                    "typed/{EchoShop,EchoFiling}",
                    "xmlany/{EchoNode,EchoElement,EchoDocument,EchoNodes,EchoObject,EchoHolder,EchoList}",
                ],
            ),
        ],
    }
}
