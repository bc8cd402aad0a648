/** Configuration variables: texts that templates insert as `${user.NAME}`. */
import { type Static, Type } from 'typebox'
import { crud, perKind } from '../http/crud.ts'
import { ApiError, nullable, ValidationResult } from '../http/envelope.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'
import { Configuration } from './configurations.ts'
import { MAX_SIDECAR_TEXT, MAX_VARIABLE_CONTENT } from './sidecar-limits.ts'
import { refusedSidecarDraft } from './sidecar-lists.ts'

const facts = {
  name: Type.String({ maxLength: MAX_SIDECAR_TEXT }),
  description: nullable(Type.String({ maxLength: 10_000 })),
  content: Type.String({ maxLength: MAX_VARIABLE_CONTENT }),
}

export const ConfigurationVariable = Type.Object(
  { id: nullable(Type.String()), ...facts },
  { title: 'ConfigurationVariable' },
)
export type ConfigurationVariable = Static<typeof ConfigurationVariable>

export const VariableDraft = Type.Object(
  {
    id: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'Ignored, except by the check' }))),
    ...facts,
    description: Type.Optional(facts.description),
  },
  { title: 'VariableDraft', additionalProperties: false },
)
export type VariableDraft = Static<typeof VariableDraft>

const area = 'sidecars'
const { get } = inArea(area)

export const variables = crud({
  id: 'sidecar_variables',
  area,
  path: '/sidecar/configuration_variables',
  key: 'id',
  one: 'configuration variable',
  access: {
    ...perKind('sidecar_collector_configurations', 'update'),
    delete: holds('sidecar_collector_configurations:update'),
  },
  audit: 'sidecar-variable',
  entity: ConfigurationVariable,
  draft: VariableDraft,
  refused: refusedSidecarDraft,
  list: {
    summary: 'All configuration variables, by name',
    answers: { 200: Type.Array(ConfigurationVariable, { title: 'ConfigurationVariables' }) },
  },
  create: {},
  update: { summary: 'Change a configuration variable; a new name is written into all templates that use it' },
  delete: {
    summary: 'Delete a configuration variable that no template uses',
    answers: { 202: NoBody, 400: ValidationResult, 404: ApiError },
  },
  validate: { body: Type.Partial(VariableDraft, { title: 'VariableCheck', additionalProperties: false }) },
})
export const {
  list: listVariables,
  create: createVariable,
  update: updateVariable,
  delete: deleteVariable,
  validate: validateVariable,
} = variables

export const listVariableConfigurations = get('/sidecar/configuration_variables/{id}/configurations', {
  id: 'sidecar_variables.configurations',
  summary: 'The configurations that use a variable',
  access: holds('sidecar_collector_configurations:read'),
  answers: { 200: Type.Array(Configuration, { title: 'Configurations' }), 404: ApiError },
})
