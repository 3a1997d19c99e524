// Makes the calls of a plan with proxies that a .NET-style `wsdl` tool generated, one namespace a service: P_ and its name.
//
// Argument: the plan (an XML file). The value of each call is read from its SOAP message into the proxy's own types, as the proxy reads
// answers, is sent, and what comes back is sent once more. Prints a line a call: service, operation, and `ok` or the error.

using System;
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
    var values = Read(proxy.GetType(), method, Child(Child(call.GetElementsByTagName("Body", "http://schemas.xmlsoap.org/soap/envelope/")[0])));
    if (values[0] == null) throw new Exception("the value is not read");
    var answered = method.Invoke(proxy, values);
    method.Invoke(proxy, new[] { answered });
  }

  static XmlElement Child(XmlNode node) { return node.ChildNodes.OfType<XmlElement>().First(); }

  /// The parameter of a message, as the proxy would read it: `parameter` is its element.
  static object[] Read(Type proxy, MethodInfo method, XmlElement parameter) {
    var binding = (System.Web.Services.WebServiceBindingAttribute)proxy.GetCustomAttributes(typeof(System.Web.Services.WebServiceBindingAttribute), false)[0];
    var one = method.GetParameters()[0];
    var wrapper = (XmlElement)parameter.ParentNode;
    var member = new XmlReflectionMember { MemberName = one.Name, MemberType = one.ParameterType, XmlAttributes = new XmlAttributes(one) };
    var importer = new XmlReflectionImporter(binding.Namespace);
    importer.IncludeTypes(method);
    var isBare = wrapper.LocalName == "Body";
    var mapping = isBare ? importer.ImportMembersMapping(null, null, new[] { member }, false)
      : importer.ImportMembersMapping(wrapper.LocalName, wrapper.NamespaceURI, new[] { member }, true);
    var reader = new XmlNodeReader(isBare ? parameter : wrapper);
    reader.MoveToContent();
    return (object[])XmlSerializer.FromMappings(new XmlMapping[] { mapping })[0].Deserialize(reader);
  }
}
