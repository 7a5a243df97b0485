/** The documents that the rules of the description check are from; looked up in November 2026. */

/** OpenAI, "Best practices for defining functions". */
export const OPENAI_GUIDE =
  'OpenAI, Function calling, best practices (https://platform.openai.com/docs/guides/function-calling)';
/** Names and descriptions of functions: 64 and 1,024 characters. */
export const OPENAI_LIMITS =
  'OpenAI, Chat Completions, tools.function (https://platform.openai.com/docs/api-reference/chat/create); error text "string too long … maximum length 1024" (getsentry/sentry-mcp#106)';
export const ANTHROPIC_POST =
  'Anthropic, Writing effective tools for agents (https://www.anthropic.com/engineering/writing-tools-for-agents)';
/** 856 tools of 103 servers: six components of a description, and the smells of those that lack one. */
export const SMELLS = 'Hasan et al., MCP Tool Descriptions Are Smelly! (https://arxiv.org/abs/2602.14878)';
/** 10,831 servers: 18 kinds of smells. */
export const SMELLS_AT_LARGE = 'Wang et al., From Docs to Descriptions (https://arxiv.org/abs/2602.18914)';
export const CURSOR =
  'Cursor leaves out tools whose name and server come to 60 characters (ComposioHQ/composio#2788, awslabs/mcp#1283)';
export const VSCODE =
  'VS Code cuts longer texts of schemas for such models (microsoft/vscode-copilot-chat, toolSchemaNormalizer.ts)';
export const POISONING =
  'OWASP MCP03:2025 Tool Poisoning (https://owasp.org/www-project-mcp-top-10/); Invariant Labs, Tool Poisoning Attacks, April 2025';
