import type { Collector, CollectorCheck, CollectorDraft } from '@logyard/contract/sidecars/collectors'
import { orSpace } from '../use-draft-check.ts'

export interface CollectorValues {
  readonly name: string
  readonly system: string
  readonly service: string
  readonly path: string
  readonly parameters: string
  readonly checkParameters: string
  readonly template: string
}

export const NEW_COLLECTOR: CollectorValues = {
  name: '',
  system: 'linux',
  service: 'exec',
  path: '',
  parameters: '',
  checkParameters: '',
  template: '',
}

export const collectorValues = (collector: Collector): CollectorValues => ({
  name: collector.name,
  system: collector.node_operating_system,
  service: collector.service_type,
  path: collector.executable_path,
  parameters: collector.execute_parameters ?? '',
  checkParameters: collector.validation_parameters ?? '',
  template: collector.default_template ?? '',
})

export const collectorToSend = (values: CollectorValues): CollectorDraft => ({
  name: values.name,
  node_operating_system: values.system,
  service_type: values.service,
  executable_path: values.path,
  execute_parameters: values.parameters,
  validation_parameters: values.checkParameters,
  default_template: values.template,
})

/** Fields that are not filled in yet are not refused. */
export const collectorToCheck = (values: CollectorValues, id: string | undefined): CollectorCheck => ({
  ...collectorToSend(values),
  id: id ?? ' ',
  executable_path: orSpace(values.path),
  default_template: orSpace(values.template),
})
