import type { OperationSpec } from '../http/operation.ts'
import { viewFileOperations } from './view-files.ts'
import { viewOperations } from './views.ts'

export const viewsAreaOperations: readonly OperationSpec[] = [...viewOperations, ...viewFileOperations]
