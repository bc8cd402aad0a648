import type { OperationSpec } from '../http/operation.ts'
import { searchFieldOperations } from './search-fields.ts'
import { unusualMessageOperations } from './unusual-messages.ts'

export const fieldsAreaOperations: readonly OperationSpec[] = [...unusualMessageOperations, ...searchFieldOperations]
