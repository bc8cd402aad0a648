import { expect, test } from 'vitest'
import { countingIds } from '../testing/counting-ids.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { createPipelineConnections } from './connection-service.ts'
import { connectionCollection, pipelineCollection } from './pipeline-store.ts'
import { openPipelineReplicas, publishPipelines } from './publish-pipelines.ts'

const caller = { userId: 'u', username: 'ada', holds: () => true, require: () => undefined }

test.each([[], ['other']])('connections that a pack makes meanwhile stay, besides %s', async (...earlier) => {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  using replicas = openPipelineReplicas(settings)
  using published = await publishPipelines(settings, replicas)
  const dates = { created_at: '', modified_at: '' }
  const pipelines = settings.collection(pipelineCollection)
  for (const id of ['mine', 'other', 'packed']) {
    await pipelines.insert({ id, title: id, description: null, source: '', ...dates })
  }
  const stored = settings.collection(connectionCollection)
  if (earlier.length > 0) await stored.insert({ id: 'c', stream_id: 's', pipeline_ids: earlier })
  let isFirst = true
  const connections = createPipelineConnections({
    ...{ settings, replicas, published, ids: countingIds() },
    parser: { pipelines: async () => [] },
    requireStream: async () => undefined,
    rights: {
      async requireRules() {
        if (!isFirst) return
        isFirst = false
        await settings.commit(await connections.changing([{ pipelineId: 'packed', streamId: 's', isConnected: true }]))
      },
    },
  })
  await connections.toPipeline({ pipeline_id: 'mine', stream_ids: ['s'] }, caller)
  expect((await stored.findBy('stream', 's'))?.pipeline_ids).toEqual([...earlier, 'packed', 'mine'])
})
