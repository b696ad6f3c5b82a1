// Sends one message and waits for what becomes of it.
// npm ci; KAFKA=host:port,... [PREFIX=...] node send-and-wait.js SENDER CHAT_ID TEXT [REQUEST_ID]
// Prints the outcome; exit code 0 when it was sent, 1 when not, 2 when nobody knows yet.
import { randomUUID } from 'node:crypto'
import { Kafka, Partitioners, logLevel } from 'kafkajs'

const prefix = process.env.PREFIX ?? ''
const [sender, chatId, text, requestId = randomUUID()] = process.argv.slice(2)
const kafka = new Kafka({ clientId: 'send', brokers: (process.env.KAFKA ?? 'localhost:9092').split(','), logLevel: logLevel.WARN })
const terminal = new Set(['sent', 'rejected', 'expired', 'cancelled', 'exhausted', 'dropped'])
const topic = `${prefix}outbound.outcomes`

/** Where the outcomes end now: what comes behind may be ours. */
async function ends() {
  const admin = kafka.admin()
  await admin.connect()
  const offsets = await admin.fetchTopicOffsets(topic)
  await admin.disconnect()
  return offsets
}

const from = await ends()
// KafkaJS reads in a group only: one of its own, which commits nothing and so leaves nothing behind
const consumer = kafka.consumer({ groupId: `unused-${randomUUID()}`, readUncommitted: false })
const producer = kafka.producer({ idempotent: true, createPartitioner: Partitioners.DefaultPartitioner })
await Promise.all([consumer.connect(), producer.connect()])
await consumer.subscribe({ topics: [topic] })

const outcome = new Promise((resolve) => {
  setTimeout(() => resolve(null), 60_000).unref()
  consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => {
      if (message.key.toString() !== `${sender}/${requestId}`) return
      const found = JSON.parse(message.value.toString())
      if (terminal.has(found.state) || found.state === 'held' || found.state === 'unknown') resolve(found)
    }
  })
})
for (const { partition, offset } of from) consumer.seek({ topic, partition, offset })

const request = { request_id: requestId, sender, method: 'sendMessage', params: { chat_id: Number(chatId), text } }
await producer.send({
  topic: `${prefix}outbound.requests`,
  acks: -1,
  messages: [{ key: sender, value: JSON.stringify(request) }]
})

const found = await outcome
console.log(found ? `${found.state} ${found.reason} ${found.message?.message_id ?? '-'}` : 'no outcome yet; it may still be sent')
await Promise.all([consumer.disconnect(), producer.disconnect()])
process.exit(found?.state === 'sent' ? 0 : terminal.has(found?.state) ? 1 : 2)
