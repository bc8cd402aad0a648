/** Configuration variables: texts that templates insert as `${user.NAME}`. */
import { type Static, Type } from 'typebox'
import { ApiError, BeanValidationErrors, nullable, refusedBody, ValidationResult } from '../http/envelope.ts'
import { holds, NoBody, operation, READS_ONLY } from '../http/operation.ts'
import { Configuration } from './configurations.ts'
import { MAX_SIDECAR_TEXT, MAX_VARIABLE_CONTENT } from './sidecar-limits.ts'

const name = Type.String({ maxLength: MAX_SIDECAR_TEXT })
const description = Type.String({ maxLength: 10_000 })
const content = Type.String({ maxLength: MAX_VARIABLE_CONTENT })

export const ConfigurationVariable = Type.Object(
  { id: nullable(Type.String()), name, description: nullable(description), content },
  { title: 'ConfigurationVariable' },
)
export type ConfigurationVariable = Static<typeof ConfigurationVariable>

export const VariableDraft = Type.Object(
  {
    id: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'Ignored, except by the check' }))),
    name,
    description: Type.Optional(nullable(description)),
    content,
  },
  { title: 'VariableDraft', additionalProperties: false },
)
export type VariableDraft = Static<typeof VariableDraft>

export const VariableCheck = Type.Partial(VariableDraft, { title: 'VariableCheck', additionalProperties: false })
export type VariableCheck = Static<typeof VariableCheck>

const area = 'sidecars'
const READ = 'sidecar_collector_configurations:read'
const UPDATE = 'sidecar_collector_configurations:update'
const refused = Type.Union([ValidationResult, ApiError, BeanValidationErrors])

export const listVariables = operation({
  id: 'sidecar_variables.list',
  area,
  method: 'GET',
  path: '/sidecar/configuration_variables',
  summary: 'All configuration variables, by name',
  access: holds(READ),
  answers: { 200: Type.Array(ConfigurationVariable, { title: 'ConfigurationVariables' }) },
})

export const listVariableConfigurations = operation({
  id: 'sidecar_variables.configurations',
  area,
  method: 'GET',
  path: '/sidecar/configuration_variables/{id}/configurations',
  summary: 'The configurations that use a variable',
  access: holds(READ),
  answers: { 200: Type.Array(Configuration, { title: 'Configurations' }), 404: ApiError },
})

export const createVariable = operation({
  id: 'sidecar_variables.create',
  area,
  method: 'POST',
  path: '/sidecar/configuration_variables',
  summary: 'Create a configuration variable',
  access: holds('sidecar_collector_configurations:create'),
  audit: 'sidecar-variable:create',
  body: VariableDraft,
  answers: { 200: ConfigurationVariable, 400: refused },
  created: 'id',
})

export const updateVariable = operation({
  id: 'sidecar_variables.update',
  area,
  method: 'PUT',
  path: '/sidecar/configuration_variables/{id}',
  summary: 'Change a configuration variable; a new name is written into all templates that use it',
  access: holds(UPDATE),
  audit: 'sidecar-variable:update',
  body: VariableDraft,
  answers: { 200: ConfigurationVariable, 400: refused, 404: ApiError },
})

export const deleteVariable = operation({
  id: 'sidecar_variables.delete',
  area,
  method: 'DELETE',
  path: '/sidecar/configuration_variables/{id}',
  summary: 'Delete a configuration variable that no template uses',
  access: holds(UPDATE),
  audit: 'sidecar-variable:delete',
  answers: { 202: NoBody, 400: ValidationResult, 404: ApiError },
})

export const validateVariable = operation({
  id: 'sidecar_variables.validate',
  area,
  method: 'POST',
  path: '/sidecar/configuration_variables/validate',
  summary: 'Check a configuration variable without storing it',
  access: holds(READ),
  audit: READS_ONLY,
  body: VariableCheck,
  answers: { 200: ValidationResult, 400: refusedBody },
})
