import type { Collector } from '@logyard/contract/sidecars/collectors'

export const NEW_COLLECTOR = {
  name: '',
  node_operating_system: 'linux',
  service_type: 'exec',
  executable_path: '',
  execute_parameters: '',
  validation_parameters: '',
  default_template: '',
}
export type CollectorValues = Readonly<typeof NEW_COLLECTOR>

export const collectorValues = ({ id: _, ...facts }: Collector): CollectorValues => ({
  ...facts,
  execute_parameters: facts.execute_parameters ?? '',
  validation_parameters: facts.validation_parameters ?? '',
  default_template: facts.default_template ?? '',
})
