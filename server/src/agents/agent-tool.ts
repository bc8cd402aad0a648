/** What a tool of the agents' door is. */
import type { Static, TObject } from 'typebox'
import type { Masks } from './masking/masks.ts'
import type { OperationClient } from './operation-client.ts'
import type { LinkedSearch } from './search-link.ts'

export interface ToolCall {
  readonly api: OperationClient
  /** Replaces what masking rules name. */
  readonly masks: Masks
  /** The address of the console without a slash at the end. */
  readonly consoleUrl: string
  /** The search page with the same messages. */
  linkTo(search: LinkedSearch): string
}

/** What a tool answers. */
export interface ToolAnswer {
  /** What Logyard says: counts, times, ids, and texts that administrators wrote. */
  readonly facts: Readonly<Record<string, unknown>>
  /** What senders wrote into messages. Lists are cut at their ends if the answer gets too long. */
  readonly logData?: Readonly<Record<string, unknown>>
}

export interface AgentTool<Args extends TObject = TObject> {
  readonly name: string
  readonly title: string
  /** For the model that decides which tool to call. */
  readonly description: string
  /** The tool stores something, for a person to decide about. */
  readonly isStoring?: true
  readonly args: Args
  run(args: Static<Args>, call: ToolCall): Promise<ToolAnswer>
}

export const agentTool = <const Args extends TObject>(tool: AgentTool<Args>): AgentTool<Args> => tool
