import type { AgentTool } from '../agent-tool.ts'
import { aggregateTool } from './aggregate-tool.ts'
import { proposeConfigurationTool, readConfigurationTool } from './configuration-tools.ts'
import { fieldValuesTool, listFieldsTool } from './field-tools.ts'
import { messageContextTool, searchMessagesTool } from './message-tools.ts'
import { findPatternsTool } from './pattern-tools.ts'
import { listStreamsTool } from './stream-tools.ts'
import { backTestTool, tryRuleTool } from './trial-tools.ts'

/** In the order in which agents see them. */
export const ALL_TOOLS: readonly AgentTool[] = [
  listStreamsTool,
  listFieldsTool,
  fieldValuesTool,
  searchMessagesTool,
  aggregateTool,
  findPatternsTool,
  messageContextTool,
  backTestTool,
  tryRuleTool,
  readConfigurationTool,
  proposeConfigurationTool,
]
