import { diagnoseInput } from '@logyard/contract/ingest/input-diagnosis'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { DiagnoseInput } from './input-diagnosis.ts'

export function diagnosisRoutes(api: FastifyInstance, diagnose: DiagnoseInput): void {
  serve(api, diagnoseInput, ({ caller, params, signal }) => diagnose(caller, params.inputId, signal))
}
