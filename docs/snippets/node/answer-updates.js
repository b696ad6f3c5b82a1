// Answers each text message once: reads telegram.updates, writes outbound.requests.
// npm ci; KAFKA=host:port,... [PREFIX=...] [GROUP=...] node answer-updates.js
import { Kafka, Partitioners, logLevel } from 'kafkajs'

const prefix = process.env.PREFIX ?? ''
const kafka = new Kafka({ clientId: 'answers', brokers: (process.env.KAFKA ?? 'localhost:9092').split(','), logLevel: logLevel.WARN })

/** The keys of the last updates. A table with a unique key, in the database of your own effects, does this for good. */
class Seen {
  constructor(most = 100_000) {
    this.most = most
    this.keys = new Set()
  }

  firstTime(key) {
    if (this.keys.has(key)) return false
    this.keys.add(key)
    if (this.keys.size > this.most) this.keys.delete(this.keys.values().next().value)
    return true
  }
}

/** The request that answers this update, or null. Telegram's ids fit a double; others of 64 bits would lose digits here. */
function answerTo(key, update) {
  if (update.message?.text === undefined) return null
  return {
    request_id: `answer-${key}`, // from the update: written twice, it is still one message
    sender: `telegram:${key.split(':')[0]}`,
    method: 'sendMessage',
    params: { chat_id: update.message.chat.id, text: `You said: ${update.message.text}` },
    cause: key
  }
}

const consumer = kafka.consumer({ groupId: process.env.GROUP ?? 'answers-node', readUncommitted: false })
const producer = kafka.producer({
  idempotent: true, // and with it acks=all
  createPartitioner: Partitioners.DefaultPartitioner // the hash of Java's clients; LegacyPartitioner is another
})
const seen = new Seen()

await producer.connect()
await consumer.connect()
await consumer.subscribe({ topics: [`${prefix}telegram.updates`], fromBeginning: true })
await consumer.run({
  autoCommit: false,
  eachBatchAutoResolve: false,
  eachBatch: async ({ batch, heartbeat, isRunning, isStale }) => {
    if (!isRunning() || isStale() || batch.messages.length === 0) return
    const messages = []
    for (const record of batch.messages) {
      const key = record.key.toString()
      const sequence = record.headers.sluice_sequence?.toString() ?? '1'
      if (!seen.firstTime(`${key}/${sequence}`)) continue
      const request = answerTo(key, JSON.parse(record.value.toString()))
      if (request) messages.push({ key: request.sender, value: JSON.stringify(request) })
    }
    if (messages.length > 0) await producer.send({ topic: `${prefix}outbound.requests`, acks: -1, messages })
    const next = (BigInt(batch.lastOffset()) + 1n).toString()
    // only now: what is lost before is read again
    await consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset: next }])
    await heartbeat()
  }
})

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await consumer.disconnect()
    await producer.disconnect()
    process.exit(0)
  })
}
