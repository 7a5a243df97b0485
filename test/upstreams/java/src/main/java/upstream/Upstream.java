package upstream;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** The tools of ../servers.ts with Spring AI: java -jar upstream.jar --server.port=PORT --spring.ai.mcp.server.protocol=STREAMABLE */
@SpringBootApplication
public class Upstream {
  public static void main(String[] args) {
    SpringApplication.run(Upstream.class, args);
  }

  public record Sum(double sum) {}

  @Component
  public static class Tools {
    private static final String PNG =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

    @McpTool(name = "add_numbers", description = "Adds two numbers.", generateOutputSchema = true)
    public Sum add(@McpToolParam(description = "One") double a, @McpToolParam(description = "The other") double b) {
      return new Sum(a + b);
    }

    @McpTool(name = "fail_always", description = "Fails.")
    public String fail() {
      throw new IllegalStateException("No such order for jane.doe@corp.test");
    }

    @McpTool(name = "show_everything", description = "Answers with every kind of content.")
    public CallToolResult show() {
      return CallToolResult.builder()
          .addTextContent("A red dot")
          .addContent(new ImageContent(null, PNG, "image/png"))
          .addContent(
              new EmbeddedResource(
                  null,
                  new TextResourceContents(
                      "memo://plan", "application/json", "{\"email\":\"jane.doe@corp.test\",\"plan\":\"pro\"}")))
          .addContent(ResourceLink.builder().uri("memo://more").name("more").build())
          .build();
    }

    @McpTool(name = "extra_1", description = "One more.")
    public String extra1() {
      return "more";
    }

    @McpTool(name = "extra_2", description = "One more.")
    public String extra2() {
      return "more";
    }

    @McpTool(name = "extra_3", description = "One more.")
    public String extra3() {
      return "more";
    }

    @McpTool(name = "extra_4", description = "One more.")
    public String extra4() {
      return "more";
    }
  }
  @Component
  @ConditionalOnProperty(name = "spring.ai.mcp.server.protocol", havingValue = "STATELESS")
  public static class SilentCounter {
    /** A stateless server leaves out tools that want to say something meanwhile. */
    @McpTool(name = "count_slowly", description = "Counts.")
    public String count(@McpToolParam(description = "How far") int steps) throws InterruptedException {
      Thread.sleep(300L * steps);
      return "counted " + steps;
    }
  }

  @Component
  @ConditionalOnExpression("'${spring.ai.mcp.server.protocol}' != 'STATELESS'")
  public static class Counter {
    @McpTool(name = "count_slowly", description = "Counts, and says how far it is.")
    public String count(McpSyncRequestContext context, @McpToolParam(description = "How far") int steps)
        throws InterruptedException {
      for (int step = 1; step <= steps; step++) {
        Thread.sleep(300);
        int done = step;
        context.progress(told -> told.progress(done).total(steps));
      }
      return "counted " + steps;
    }
  }
}
