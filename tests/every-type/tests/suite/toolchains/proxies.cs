// Generates proxies in C# from WSDL documents, as Mono's program `wsdl` does, which takes most of its time to start.
//
// Arguments: the folder to write to, and for each service its name and the address of its document. The namespace of the proxies is P_
// and the name. Fails if a document has something that the generator does not take.

using System;
using System.CodeDom;
using System.CodeDom.Compiler;
using System.IO;
using System.Net;
using System.Web.Services.Description;
using System.Xml.Serialization;

public static class Proxies {
  public static int Main(string[] arguments) {
    var failed = 0;
    for (var at = 1; at < arguments.Length; at += 2) {
      var importer = new ServiceDescriptionImporter { CodeGenerationOptions = CodeGenerationOptions.GenerateProperties };
      using (var document = new WebClient().OpenRead(arguments[at + 1]))
        importer.AddServiceDescription(ServiceDescription.Read(document), null, null);
      var space = new CodeNamespace("P_" + arguments[at]);
      var unit = new CodeCompileUnit();
      unit.Namespaces.Add(space);
      var warnings = importer.Import(space, unit);
      if (warnings != 0) {
        Console.Error.WriteLine(arguments[at] + ": " + warnings);
        foreach (CodeCommentStatement comment in space.Comments) Console.Error.WriteLine("  " + comment.Comment.Text);
        foreach (CodeTypeDeclaration type in space.Types) foreach (CodeCommentStatement comment in type.Comments) Console.Error.WriteLine("  " + comment.Comment.Text);
        failed = 1;
      }
      using (var file = new StreamWriter(Path.Combine(arguments[0], arguments[at] + ".cs")))
        CodeDomProvider.CreateProvider("CSharp").GenerateCodeFromCompileUnit(unit, file, new CodeGeneratorOptions());
    }
    return failed;
  }
}
