import type { OperationSpec } from '../http/operation.ts'
import { storedExtractorOperations } from './extractors.ts'
import { tryExtractor } from './try-extractor.ts'

export const extractorOperations: readonly OperationSpec[] = [...storedExtractorOperations, tryExtractor]
