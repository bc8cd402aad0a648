import { viewFileOperations } from './view-files.ts'
import { viewOperations } from './views.ts'

export const viewsAreaOperations = [...viewOperations, ...viewFileOperations]
