import type { UseFormReturnType } from '@mantine/form'
import type { ServiceValues } from './service-values.ts'

/** The one form that all steps edit. */
export type ServiceForm = UseFormReturnType<ServiceValues>
