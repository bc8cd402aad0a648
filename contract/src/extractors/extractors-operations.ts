import { storedExtractorOperations } from './extractors.ts'
import { tryExtractor } from './try-extractor.ts'

export const extractorOperations = [...storedExtractorOperations, tryExtractor]
