<?php
// Makes the calls of a plan with PHP's SoapClient, through a served WSDL document.
//
// Arguments: the document's address, the port, the plan (a JSON file). Prints a JSON list of what was answered, in the plan's order.

/** The parsed XML of `any` content: a diffgram or a document. */
function parsed(string $xml): SimpleXMLElement {
    return new SimpleXMLElement($xml);
}

/** What was answered, in the form that all clients of the plan print. */
function normal(string $kind, $value) {
    switch ($kind) {
        case "none":
            return null;
        case "string":
            return $value;
        case "integers":
            $items = $value->int ?? [];
            return is_array($items) ? $items : [$items];
        case "dataset":
            $rows = [];
            foreach (parsed($value->any)->xpath("//*[local-name()='diffgram']//*[local-name()='Echo']") as $row) {
                $cells = [];
                foreach ($row->children() as $name => $cell) {
                    $cells[$name] = (string) $cell;
                }
                $rows[] = $cells;
            }
            return $rows;
        case "xml":
            $parameters = [];
            foreach (parsed($value->any)->xpath("//*[local-name()='param']") as $one) {
                $given = ["Name" => (string) $one["name"], "Kind" => (string) $one["kind"], "Length" => (string) $one["length"]];
                if (isset($one["escaped"])) {
                    $given["Escaped"] = (string) $one["escaped"];
                }
                $parameters[] = $given;
            }
            return $parameters;
        default:
            throw new Exception("an unknown kind of result: $kind");
    }
}

[, $address, $port, $plan] = $argv;
$version = str_ends_with($port, "Soap12") ? SOAP_1_2 : SOAP_1_1;
$client = new SoapClient($address, ["soap_version" => $version, "cache_wsdl" => WSDL_CACHE_NONE, "features" => SOAP_SINGLE_ELEMENT_ARRAYS]);
$answers = [];
foreach (json_decode(file_get_contents($plan), true, 512, JSON_THROW_ON_ERROR) as $call) {
    $given = $call["parameters"];
    foreach ($given as $name => $value) {
        if (is_array($value)) {
            $given[$name] = ["string" => $value];
        }
    }
    if ($call["undeclared"]) {
        $xml = "";
        foreach ($call["undeclared"] as $name => $value) {
            $xml .= "<u:$name xmlns:u=\"{$call["namespace"]}\">" . htmlspecialchars($value, ENT_XML1) . "</u:$name>";
        }
        $given["any"] = $xml;
    }
    $result = $client->__soapCall($call["operation"], [$given]);
    $answers[] = normal($call["result"], $result->{$call["operation"] . "Result"} ?? null);
}
echo json_encode($answers, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
