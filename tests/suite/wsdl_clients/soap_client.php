<?php
// Makes the calls of a plan with PHP's SoapClient, through a served WSDL document.
//
// Arguments: the document's address, the port, the plan (a JSON file). Prints a JSON list of the results, in the plan's order.

/** The echoed parameters in a diffgram or a document: rows that have a kind, or elements with the same in attributes. */
function items(string $xml): array {
    $found = [];
    foreach ((new SimpleXMLElement($xml))->xpath("//*[local-name()='param'] | //*[*[local-name()='Kind']]") as $one) {
        $given = [];
        foreach ($one->attributes() as $name => $value) {
            $given[ucfirst($name)] = (string) $value;
        }
        foreach ($one->xpath("*") as $cell) {
            $given[$cell->getName()] = (string) $cell;
        }
        $found[] = $given;
    }
    return $found;
}

/** The result, in the form that all clients of the plan print. */
function normal(string $kind, $value) {
    switch ($kind) {
        case "none":
        case "typed":
            return null;
        case "string":
            return $value;
        case "integers":
            $items = $value->int ?? [];
            return is_array($items) ? $items : [$items];
        case "dataset":
        case "xml":
            return items($value->any);
        default:
            throw new Exception("an unknown kind of result: $kind");
    }
}

[, $address, $port, $plan] = $argv;
$version = str_ends_with($port, "Soap12") ? SOAP_1_2 : SOAP_1_1;
$client = new SoapClient($address, ["soap_version" => $version, "cache_wsdl" => WSDL_CACHE_NONE, "features" => SOAP_SINGLE_ELEMENT_ARRAYS]);
$results = [];
foreach (json_decode(file_get_contents($plan), true, 512, JSON_THROW_ON_ERROR) as $call) {
    $given = $call["parameters"];
    foreach ($given as $name => $value) {
        if (isset($call["items"][$name])) {
            $given[$name] = [$call["items"][$name] => $value];
        }
    }
    if ($call["undeclared"]) {
        $xml = "";
        foreach ($call["undeclared"] as $name => $value) {
            $xml .= "<u:$name xmlns:u=\"{$call["namespace"]}\">" . htmlspecialchars($value, ENT_XML1) . "</u:$name>";
        }
        $given["any"] = $xml;
    }
    // PHP takes these texts for 0.
    array_walk_recursive($given, function (&$value) {
        $value = match ($value) { "INF" => INF, "-INF" => -INF, "NaN" => NAN, default => $value };
    });
    $result = $client->__soapCall($call["operation"], [$given]);
    $results[] = normal($call["result"], $result->{$call["operation"] . "Result"} ?? null);
}
echo json_encode($results, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
