/** The program of the thread in which one data adapter requests its list, and builds the table of it. */
import { connectCalls } from '../../platform/threads/thread-calls.ts'
import { ownerPort, threadData } from '../../platform/threads/thread-data.ts'
import type { AdapterOwner } from './adapter-thread.ts'
import { loadBlockList } from './block-lists/load-block-list.ts'
import { loadDsv } from './dsv/load-dsv.ts'
import { createRequestSource } from './http/request-source.ts'
import type { ListFunctions, ListSource } from './list-thread.ts'

const source = threadData<ListSource>()
const functions: ListFunctions = {
  load: (known, signal) =>
    source.kind === 'dsv' ? loadDsv(source.config, request, known, signal) : loadBlockList(source, known, signal),
}
const owner = connectCalls<AdapterOwner>(ownerPort(), functions)
const request = createRequestSource((url) => owner.call('checkUrl', url))
