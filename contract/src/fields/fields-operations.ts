import { searchFieldOperations } from './search-fields.ts'
import { unusualMessageOperations } from './unusual-messages.ts'

export const fieldsAreaOperations = [...unusualMessageOperations, ...searchFieldOperations]
