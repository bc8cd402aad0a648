import { diagnoseIngest } from '@logyard/contract/ingest/ingest-diagnosis'
import { diagnoseInput } from '@logyard/contract/ingest/input-diagnosis'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { DiagnoseIngest } from './ingest-diagnosis.ts'
import type { DiagnoseInput } from './input-diagnosis.ts'
import { mergeIngestDiagnoses, mergeInputDiagnoses } from './merge-diagnoses.ts'

export function diagnosisRoutes(
  api: FastifyInstance,
  diagnose: { readonly diagnoseInput: DiagnoseInput; readonly diagnoseIngest: DiagnoseIngest },
): void {
  serve(api, diagnoseInput, ({ caller, params, signal }) => diagnose.diagnoseInput(caller, params.inputId, signal), {
    merge: mergeInputDiagnoses,
  })
  serve(api, diagnoseIngest, ({ caller, query }) => diagnose.diagnoseIngest(caller, query), {
    merge: mergeIngestDiagnoses,
  })
}
