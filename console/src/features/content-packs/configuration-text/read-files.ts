import { type ReadFiles, readEntityFiles, type TextFile } from '@logyard/languages/configuration-text/read-entity-files'
import { parseAllDocuments } from 'yaml'

export const readFiles = (files: readonly TextFile[]): ReadFiles => readEntityFiles(files, parseAllDocuments)
