import { listStreams } from '@logyard/contract/streams/streams'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'

export const listStreamsTool = agentTool({
  name: 'list_streams',
  title: 'List streams',
  description: 'The streams of messages that you may read, with their ids. Start here to learn what is collected.',
  args: Type.Object({}, { additionalProperties: false }),
  async run(_args, { api }) {
    const { streams } = await api.call(listStreams, {})
    return {
      facts: {
        streams: streams.map(({ id, title, description, disabled }) => ({ id, title, description, paused: disabled })),
      },
    }
  },
})
