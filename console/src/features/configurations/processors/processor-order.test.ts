import type { MessageProcessorsConfig } from '@logyard/contract/processing/message-processors'
import { expect, test } from 'vitest'
import { hasActiveProcessor, pipelinesRunEarly, switchProcessor, withStreamsFirst } from './processor-order.ts'

const geo = { name: 'GeoIP Resolver', class_name: 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor' }
const pipelines = {
  name: 'Pipeline Processor',
  class_name: 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter',
}
const filters = {
  name: 'Message Filter Chain',
  class_name: 'org.graylog2.messageprocessors.MessageFilterChainProcessor',
}
const first: MessageProcessorsConfig = { processor_order: [geo, pipelines, filters], disabled_processors: [] }

test('pipelines run early until stream rules come first, or one of both is off', () => {
  expect(pipelinesRunEarly(first)).toBe(true)
  expect(withStreamsFirst(first).processor_order).toEqual([filters, geo, pipelines])
  expect(pipelinesRunEarly(withStreamsFirst(first))).toBe(false)
  expect(pipelinesRunEarly(switchProcessor(first, pipelines.class_name, false))).toBe(false)
  expect(pipelinesRunEarly(switchProcessor(first, filters.class_name, false))).toBe(false)
  expect(pipelinesRunEarly({ ...first, processor_order: [geo] })).toBe(false)
})

test('a processor is switched off and on again', () => {
  const allOff = first.processor_order.reduce(
    (config, { class_name: name }) => switchProcessor(config, name, false),
    first,
  )
  expect(hasActiveProcessor(allOff)).toBe(false)
  expect(hasActiveProcessor(switchProcessor(allOff, geo.class_name, true))).toBe(true)
  expect(switchProcessor(allOff, geo.class_name, false).disabled_processors).toHaveLength(3)
})
