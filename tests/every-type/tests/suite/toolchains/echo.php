<?php
// Makes the calls of a plan with PHP's SoapClient, through the served WSDL documents.
//
// Argument: the plan (an XML file). The value of each call is read from its SOAP message into objects, is sent, and what comes back is
// sent once more. Prints a line a call: service, operation, and `ok` or the error.

const XSI = "http://www.w3.org/2001/XMLSchema-instance";

/** An element as PHP writes one: members and attributes by their names, text beside attributes as `_`. */
function value(DOMElement $element) {
    if ($element->getAttributeNS(XSI, "nil") === "true") {
        return null;
    }
    $value = new stdClass();
    foreach ($element->attributes as $attribute) {
        if ($attribute->namespaceURI !== XSI) {
            $value->{$attribute->localName} = $attribute->value;
        }
    }
    $members = [];
    foreach ($element->childNodes as $child) {
        if ($child instanceof DOMElement) {
            $members[$child->localName][] = value($child);
        }
    }
    if (!$members && !(array) $value) {
        $value = $element->textContent;
    } elseif (!$members && $element->textContent !== "") {
        $value->_ = $element->textContent;
    }
    foreach ($members as $name => $items) {
        $value->$name = count($items) === 1 ? $items[0] : $items;
    }
    $type = $element->getAttributeNS(XSI, "type");
    if ($type !== "" && !is_string($value)) {
        $parts = explode(":", $type);
        $namespace = count($parts) > 1 ? $element->lookupNamespaceURI($parts[0]) : $element->lookupNamespaceURI(null);
        return new SoapVar($value, SOAP_ENC_OBJECT, end($parts), $namespace);
    }
    return $value;
}

$plan = new DOMDocument();
$plan->load($argv[1]);
foreach ($plan->documentElement->childNodes as $service) {
    $address = $service->getAttribute("address");
    foreach ($service->childNodes as $call) {
        $operation = $call->getAttribute("operation");
        try {
            $client ??= new SoapClient("$address?wsdl", ["cache_wsdl" => WSDL_CACHE_NONE, "features" => SOAP_SINGLE_ELEMENT_ARRAYS]);
            $body = $call->getElementsByTagNameNS("http://schemas.xmlsoap.org/soap/envelope/", "Body")->item(0);
            $first = $body->firstElementChild;
            switch ($call->getAttribute("style")) {
                case "Wrapped":
                    $answered = $client->__soapCall($operation, [value($first)]);
                    $value = $answered->{$operation . "Result"} ?? $answered->{$first->localName . "Result"} ?? ((array) $answered)[$first->firstElementChild->localName] ?? null;
                    $client->__soapCall($operation, [[$first->firstElementChild->localName => $value]]);
                    break;
                case "Bare":
                    $client->__soapCall($operation, [$client->__soapCall($operation, [value($first)])]);
                    break;
                case "Rpc":
                    $client->__soapCall($operation, [$client->__soapCall($operation, [value($first->firstElementChild)])]);
                    break;
            }
            $how = "ok";
        } catch (Throwable $error) {
            $how = get_class($error) . ": " . str_replace("\n", " ", $error->getMessage());
        }
        echo $service->getAttribute("name"), "\t", $operation, "\t", $how, "\n";
    }
    unset($client);
}
