import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { MESSAGE_FILTER_CHAIN, type ProcessingSettings } from '../processing/settings/processing-settings.ts'

export const DEFAULT_INDEX_SET = 'set-default'

export const testSettings = (more: Partial<ProcessingSettings> = {}): ProcessingSettings => ({
  streams: [],
  defaultIndexSetId: DEFAULT_INDEX_SET,
  staticFields: {},
  indexTargets: { [DEFAULT_INDEX_SET]: 'logyard_0' },
  analyzers: {},
  outputGroups: [],
  forwarder: 'this-node',
  processors: [MESSAGE_FILTER_CHAIN],
  ...more,
})

export { DEFAULT_STREAM_ID }
