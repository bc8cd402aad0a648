import type { MessageProcessorsConfig } from '@logyard/contract/processing/message-processors'

const PIPELINES = 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter'
const FILTERS = 'org.graylog2.messageprocessors.MessageFilterChainProcessor'

/** It does nothing while its own document switches it off, also if it is in the order. */
export const GEOIP = 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor'

const positionOf = ({ processor_order: order }: MessageProcessorsConfig, className: string) =>
  order.findIndex(({ class_name: name }) => name === className)

const isOn = ({ disabled_processors: disabled }: MessageProcessorsConfig, className: string) =>
  !disabled.includes(className)

/** Messages reach the pipelines before stream rules have matched them, so they are in the default stream only. */
export function pipelinesRunEarly(config: MessageProcessorsConfig): boolean {
  const pipelines = positionOf(config, PIPELINES)
  const filters = positionOf(config, FILTERS)
  return pipelines >= 0 && filters > pipelines && isOn(config, PIPELINES) && isOn(config, FILTERS)
}

/** The same processors, with stream rules before the pipelines. */
export function withStreamsFirst(config: MessageProcessorsConfig): MessageProcessorsConfig {
  const filters = positionOf(config, FILTERS)
  const moved = config.processor_order[filters]
  if (moved === undefined) return config
  return { ...config, processor_order: [moved, ...config.processor_order.toSpliced(filters, 1)] }
}

export const hasActiveProcessor = (config: MessageProcessorsConfig): boolean =>
  config.processor_order.some(({ class_name: name }) => isOn(config, name))

export function switchProcessor(
  config: MessageProcessorsConfig,
  className: string,
  on: boolean,
): MessageProcessorsConfig {
  const others = config.disabled_processors.filter((name) => name !== className)
  return { ...config, disabled_processors: on ? others : [...others, className] }
}
