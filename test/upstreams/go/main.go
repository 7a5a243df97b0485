// The tools of ../servers.ts with Go's libraries: upstream <go-sdk|go-sdk-sse|mcp-go|mcp-go-sse> <port>
package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	png     = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
	private = `{"email":"jane.doe@corp.test","plan":"pro"}`
)

var errOrder = errors.New("No such order for jane.doe@corp.test")

func main() {
	library, address := os.Args[1], "127.0.0.1:"+os.Args[2]
	switch library {
	case "go-sdk":
		s := ofSdk()
		handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
		http.Handle("/mcp", handler)
		log.Fatal(http.ListenAndServe(address, nil))
	case "go-sdk-sse":
		s := ofSdk()
		http.Handle("/sse", sdk.NewSSEHandler(func(*http.Request) *sdk.Server { return s }, nil))
		log.Fatal(http.ListenAndServe(address, nil))
	case "mcp-go":
		log.Fatal(server.NewStreamableHTTPServer(ofMcpGo()).Start(address))
	case "mcp-go-sse":
		log.Fatal(server.NewSSEServer(ofMcpGo()).Start(address))
	default:
		log.Fatal("unknown library")
	}
}

type numbers struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
}

type sum struct {
	Sum float64 `json:"sum"`
}

type steps struct {
	Steps int `json:"steps"`
}

func ofSdk() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "go-sdk", Version: "1.0.0"}, &sdk.ServerOptions{PageSize: 3})
	sdk.AddTool(s, &sdk.Tool{Name: "add_numbers", Description: "Adds two numbers."},
		func(_ context.Context, _ *sdk.CallToolRequest, in numbers) (*sdk.CallToolResult, sum, error) {
			return nil, sum{in.A + in.B}, nil
		})
	sdk.AddTool(s, &sdk.Tool{Name: "fail_always", Description: "Fails."},
		func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
			return nil, nil, errOrder
		})
	sdk.AddTool(s, &sdk.Tool{Name: "count_slowly", Description: "Counts, and says how far it is."},
		func(ctx context.Context, request *sdk.CallToolRequest, in steps) (*sdk.CallToolResult, any, error) {
			for step := 1; step <= in.Steps; step++ {
				select {
				case <-ctx.Done():
					return nil, nil, ctx.Err()
				case <-time.After(300 * time.Millisecond):
				}
				if token := request.Params.GetProgressToken(); token != nil {
					told := &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(step), Total: float64(in.Steps)}
					if err := request.Session.NotifyProgress(ctx, told); err != nil {
						return nil, nil, err
					}
				}
			}
			return textOf(fmt.Sprintf("counted %d", in.Steps)), nil, nil
		})
	sdk.AddTool(s, &sdk.Tool{Name: "show_everything", Description: "Answers with every kind of content."},
		func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
			pixels, _ := base64.StdEncoding.DecodeString(png)
			return &sdk.CallToolResult{Content: []sdk.Content{
				&sdk.TextContent{Text: "A red dot"},
				&sdk.ImageContent{Data: pixels, MIMEType: "image/png"},
				&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "memo://plan", MIMEType: "application/json", Text: private}},
				&sdk.ResourceLink{URI: "memo://more", Name: "more"},
			}}, nil, nil
		})
	for at := 1; at <= 4; at++ {
		sdk.AddTool(s, &sdk.Tool{Name: fmt.Sprintf("extra_%d", at), Description: "One more."},
			func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
				return textOf("more"), nil, nil
			})
	}
	return s
}

func textOf(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

func ofMcpGo() *server.MCPServer {
	s := server.NewMCPServer("mcp-go", "1.0.0", server.WithPaginationLimit(3), server.WithToolCapabilities(true))
	s.AddTool(mcp.NewTool("add_numbers", mcp.WithDescription("Adds two numbers."),
		mcp.WithNumber("a", mcp.Required()), mcp.WithNumber("b", mcp.Required()), mcp.WithOutputSchema[sum]()),
		func(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultStructuredOnly(sum{request.GetFloat("a", 0) + request.GetFloat("b", 0)}), nil
		})
	s.AddTool(mcp.NewTool("fail_always", mcp.WithDescription("Fails.")),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultError(errOrder.Error()), nil
		})
	s.AddTool(mcp.NewTool("count_slowly", mcp.WithDescription("Counts, and says how far it is."),
		mcp.WithNumber("steps", mcp.Required())),
		func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			end := request.GetInt("steps", 0)
			for step := 1; step <= end; step++ {
				select {
				case <-ctx.Done():
					return nil, ctx.Err()
				case <-time.After(300 * time.Millisecond):
				}
				if meta := request.Params.Meta; meta != nil && meta.ProgressToken != nil {
					told := map[string]any{"progressToken": meta.ProgressToken, "progress": step, "total": end}
					if err := server.ServerFromContext(ctx).SendNotificationToClient(ctx, "notifications/progress", told); err != nil {
						return nil, err
					}
				}
			}
			return mcp.NewToolResultText(fmt.Sprintf("counted %d", end)), nil
		})
	s.AddTool(mcp.NewTool("show_everything", mcp.WithDescription("Answers with every kind of content.")),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{
				mcp.TextContent{Type: "text", Text: "A red dot"},
				mcp.ImageContent{Type: "image", Data: png, MIMEType: "image/png"},
				mcp.EmbeddedResource{Type: "resource", Resource: mcp.TextResourceContents{URI: "memo://plan", MIMEType: "application/json", Text: private}},
				mcp.ResourceLink{Type: "resource_link", URI: "memo://more", Name: "more"},
			}}, nil
		})
	for at := 1; at <= 4; at++ {
		s.AddTool(mcp.NewTool(fmt.Sprintf("extra_%d", at), mcp.WithDescription("One more.")),
			func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return mcp.NewToolResultText("more"), nil
			})
	}
	return s
}
