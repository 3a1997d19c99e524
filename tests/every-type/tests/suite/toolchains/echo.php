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
    $has_elements = false;
    foreach ($element->childNodes as $child) {
        if ($child instanceof DOMElement) {
            $has_elements = true;
            $value->{$child->localName}[] = value($child);
        }
    }
    if (!$has_elements && !(array) $value) {
        $value = $element->textContent;
    } elseif (!$has_elements && $element->textContent !== "") {
        $value->_ = $element->textContent;
    } else {
        foreach ((array) $value as $name => $items) {
            $value->$name = is_array($items) && count($items) === 1 ? $items[0] : $items;
        }
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
            $wrapper = $body->firstElementChild;
            $answered = $client->__soapCall($operation, [value($wrapper)]);
            $client->__soapCall($operation, [[$wrapper->firstElementChild->localName => $answered->{$operation . "Result"} ?? null]]);
            $how = "ok";
        } catch (Throwable $error) {
            $how = get_class($error) . ": " . str_replace("\n", " ", $error->getMessage());
        }
        echo $service->getAttribute("name"), "\t", $operation, "\t", $how, "\n";
    }
    unset($client);
}
