// One MCP client of Go that calls and lists for as long as it runs, and tells what becomes of it, a line of JSON each:
//
//	driver <go-sdk|mcp-go> <http|sse> <url> <milliseconds between calls>
//
// All drivers, of whatever language, do the same and say the same (see ../matrix.ts).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgotypes "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const hangsAfter = 4 * time.Second

const firstAttempts = 10

var errHung = errors.New("hung")

type connected struct {
	call  func(ctx context.Context, id int) (string, bool, error)
	list  func(ctx context.Context) ([]string, error)
	close func()
}

func say(line map[string]any) {
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

// The tool that is called: getThing by its own name, or one that is listed in its place.
func listed() string {
	if len(os.Args) > 6 {
		return os.Args[5]
	}
	return "getThing"
}

func argumentsFor(id int) map[string]any {
	if len(os.Args) > 6 {
		return map[string]any{os.Args[6]: "getThing", "arguments": map[string]any{"id": id}}
	}
	return map[string]any{"id": id}
}

func changed() { say(map[string]any{"is": "changed"}) }

func goSDK(ctx context.Context, kind, url string) (*connected, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "matrix", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed() },
	})
	var channel mcp.Transport = &mcp.StreamableClientTransport{Endpoint: url}
	if kind == "sse" {
		channel = &mcp.SSEClientTransport{Endpoint: url}
	}
	session, err := client.Connect(ctx, channel, nil)
	if err != nil {
		return nil, err
	}
	return &connected{
		call: func(ctx context.Context, id int) (string, bool, error) {
			answer, err := session.CallTool(ctx, &mcp.CallToolParams{Name: listed(), Arguments: argumentsFor(id)})
			if err != nil {
				return "", false, err
			}
			text, _ := json.Marshal(answer)
			return string(text), answer.IsError, nil
		},
		list: func(ctx context.Context) ([]string, error) {
			var names []string
			for tool, err := range session.Tools(ctx, nil) {
				if err != nil {
					return nil, err
				}
				names = append(names, tool.Name)
			}
			return names, nil
		},
		close: func() { go session.Close() },
	}, nil
}

func mcpGo(ctx context.Context, kind, url string) (*connected, error) {
	var client *mcpgo.Client
	var err error
	if kind == "sse" {
		client, err = mcpgo.NewSSEMCPClient(url)
	} else {
		client, err = mcpgo.NewStreamableHttpClient(url, transport.WithContinuousListening())
	}
	if err != nil {
		return nil, err
	}
	client.OnNotification(func(notification mcpgotypes.JSONRPCNotification) {
		if notification.Method == "notifications/tools/list_changed" {
			changed()
		}
	})
	// It ties the stream to this context, which must outlast the connecting.
	if err := client.Start(context.Background()); err != nil {
		return nil, err
	}
	hello := mcpgotypes.InitializeRequest{}
	hello.Params.ProtocolVersion = mcpgotypes.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcpgotypes.Implementation{Name: "matrix", Version: "1"}
	if _, err := client.Initialize(ctx, hello); err != nil {
		go client.Close()
		return nil, err
	}
	return &connected{
		call: func(ctx context.Context, id int) (string, bool, error) {
			request := mcpgotypes.CallToolRequest{}
			request.Params.Name = listed()
			request.Params.Arguments = argumentsFor(id)
			answer, err := client.CallTool(ctx, request)
			if err != nil {
				return "", false, err
			}
			text, _ := json.Marshal(answer)
			return string(text), answer.IsError, nil
		},
		list: func(ctx context.Context) ([]string, error) {
			listed, err := client.ListTools(ctx, mcpgotypes.ListToolsRequest{})
			if err != nil {
				return nil, err
			}
			var names []string
			for _, tool := range listed.Tools {
				names = append(names, tool.Name)
			}
			return names, nil
		},
		close: func() { go client.Close() },
	}, nil
}

// bounded gives the work a context without a deadline, so that a library that would wait for ever is seen to.
func bounded[T any](work func(ctx context.Context) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := work(context.Background())
		done <- outcome{value, err}
	}()
	select {
	case got := <-done:
		return got.value, got.err
	case <-time.After(hangsAfter):
		var none T
		return none, errHung
	}
}

func main() {
	library, kind, url := os.Args[1], os.Args[2], os.Args[3]
	every, _ := strconv.Atoi(os.Args[4])
	make := map[string]func(context.Context, string, string) (*connected, error){"go-sdk": goSDK, "mcp-go": mcpGo}[library]
	connect := func() (*connected, error) {
		return bounded(func(ctx context.Context) (*connected, error) { return make(ctx, kind, url) })
	}
	// A stack on a machine that is busy may answer 503 and is asked again.
	client, err := connect()
	for attempt := 1; err != nil && attempt < firstAttempts; attempt++ {
		time.Sleep(time.Second)
		client, err = connect()
	}
	if err != nil {
		panic(err)
	}
	tools, err := bounded(client.list)
	if err != nil {
		panic(err)
	}
	say(map[string]any{"is": "ready", "tools": tools})
	failed := 0
	for id := 1; ; id++ {
		began := time.Now()
		_, err := bounded(func(ctx context.Context) (string, error) {
			text, isError, err := client.call(ctx, id)
			if err == nil && (isError || !strings.Contains(text, strconv.Itoa(id))) {
				err = errors.New(text)
			}
			return text, err
		})
		if err == nil {
			failed = 0
			say(map[string]any{"is": "called", "ok": true})
			if id%2 == 0 {
				if tools, err := bounded(client.list); err == nil {
					say(map[string]any{"is": "listed", "tools": tools})
				}
			}
		} else {
			text := err.Error()
			if len(text) > 200 {
				text = text[:200]
			}
			say(map[string]any{"is": "called", "ok": false, "hung": err == errHung, "ms": time.Since(began).Milliseconds(), "error": text})
			// A program gives its client a second chance, and then makes a new one.
			if failed++; failed >= 2 {
				client.close()
				if renewed, err := connect(); err == nil {
					client, failed = renewed, 0
					say(map[string]any{"is": "renewed", "ok": true})
				} else {
					say(map[string]any{"is": "renewed", "ok": false, "error": err.Error()})
				}
			}
		}
		time.Sleep(time.Duration(every) * time.Millisecond)
	}
}
