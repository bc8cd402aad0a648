import type { AgentTool } from '../agent-tool.ts'
import { aggregateTool } from './aggregate-tool.ts'
import { computeTool } from './compute-tool.ts'
import { proposeConfigurationTool, readConfigurationTool } from './configuration-tools.ts'
import { explainTool } from './explain-tool.ts'
import { fieldValuesTool, listFieldsTool } from './field-tools.ts'
import { freezeTool } from './freeze-tool.ts'
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
  computeTool,
  findPatternsTool,
  explainTool,
  messageContextTool,
  freezeTool,
  backTestTool,
  tryRuleTool,
  readConfigurationTool,
  proposeConfigurationTool,
]
