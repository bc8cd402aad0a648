import { codecTypeOperations } from './codec-types.ts'
import { failureOperations } from './failures.ts'
import { indexerFailureOperations } from './indexer-failures.ts'
import { inputDiagnosisOperations } from './input-diagnosis.ts'
import { inputOperations } from './inputs.ts'
import { journalOperations } from './journal.ts'

export const ingestAreaOperations = [
  ...journalOperations,
  ...indexerFailureOperations,
  ...failureOperations,
  ...inputOperations,
  ...inputDiagnosisOperations,
  ...codecTypeOperations,
]
