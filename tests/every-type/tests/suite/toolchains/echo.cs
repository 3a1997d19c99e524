// Makes the calls of a plan with proxies that a .NET-style `wsdl` tool generated, one namespace a service: P_ and its name.
//
// Argument: the plan (an XML file). The value of each call is read from its SOAP message into the proxy's own types, as the proxy reads
// answers, is sent, and what comes back is sent once more. Prints a line a call: service, operation, and `ok` or the error.

using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Web.Services.Protocols;
using System.Xml;
using System.Xml.Serialization;

public static class Echo {
  public static int Main(string[] arguments) {
    var plan = new XmlDocument { PreserveWhitespace = true };
    plan.Load(arguments[0]);
    foreach (XmlElement service in plan.DocumentElement.SelectNodes("service")) {
      foreach (XmlElement call in service.SelectNodes("call")) {
        var operation = call.GetAttribute("operation");
        string how;
        try { Make(service, operation, call); how = "ok"; }
        catch (Exception error) {
          while (error.InnerException != null) error = error.InnerException;
          how = error.GetType().Name + ": " + error.Message.Replace("\n", " ").Replace("\r", "");
        }
        Console.WriteLine(service.GetAttribute("name") + "\t" + operation + "\t" + how);
      }
    }
    return 0;
  }

  static void Make(XmlElement service, string operation, XmlElement call) {
    var proxies = from type in Assembly.GetExecutingAssembly().GetTypes()
      where type.Namespace == "P_" + service.GetAttribute("name") && typeof(SoapHttpClientProtocol).IsAssignableFrom(type)
        && type.GetMethod(operation) != null
      select type;
    var proxy = (SoapHttpClientProtocol)Activator.CreateInstance(proxies.First());
    proxy.Url = service.GetAttribute("address");
    var method = proxy.GetType().GetMethod(operation);
    var body = call.GetElementsByTagName("Body", "http://schemas.xmlsoap.org/soap/envelope/")[0];
    var values = Read(proxy.GetType(), method, body.ChildNodes.OfType<XmlElement>().First());
    if (values[0] == null) throw new Exception("the value is not read");
    // Where both have one name, the parameter is the result too.
    var answered = method.Invoke(proxy, values);
    method.Invoke(proxy, new[] { method.ReturnType == typeof(void) ? values[0] : answered });
  }

  /// The parameter of a message, as the proxy would read it: `first` is what stands in the body.
  static object[] Read(Type proxy, MethodInfo method, XmlElement first) {
    var binding = (System.Web.Services.WebServiceBindingAttribute)proxy.GetCustomAttributes(typeof(System.Web.Services.WebServiceBindingAttribute), false)[0];
    var document = (SoapDocumentMethodAttribute)method.GetCustomAttributes(typeof(SoapDocumentMethodAttribute), false).FirstOrDefault();
    var isBare = document != null && document.ParameterStyle == SoapParameterStyle.Bare;
    var one = method.GetParameters()[0];
    var type = one.ParameterType.IsByRef ? one.ParameterType.GetElementType() : one.ParameterType;
    var member = new XmlReflectionMember { MemberName = one.Name, MemberType = type, XmlAttributes = new XmlAttributes(one) };
    if (document == null) member.XmlAttributes.XmlElements.Add(new XmlElementAttribute(one.Name) { Form = System.Xml.Schema.XmlSchemaForm.Unqualified });
    var importer = new XmlReflectionImporter(binding.Namespace);
    importer.IncludeTypes(method);
    var mapping = isBare ? importer.ImportMembersMapping(null, null, new[] { member }, false)
      : importer.ImportMembersMapping(first.LocalName, first.NamespaceURI, new[] { member }, true);
    // A reader of nodes does not tell every `xsi:type` in it.
    var reader = new XmlTextReader(new StringReader(((XmlElement)first.ParentNode.ParentNode).OuterXml));
    while (reader.Depth < 2 || reader.NodeType != XmlNodeType.Element) reader.Read();
    return (object[])XmlSerializer.FromMappings(new XmlMapping[] { mapping })[0].Deserialize(reader);
  }
}
