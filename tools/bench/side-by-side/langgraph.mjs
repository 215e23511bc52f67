import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { serve } from './serve.mjs';

// A graph of two nodes: the first waits for a person, the second goes on. Argument: the file of its checkpoints.
const State = Annotation.Root({ article: Annotation(), approved: Annotation(), done: Annotation() });
const graph = new StateGraph(State)
  .addNode('ask', ({ article }) => ({ approved: interrupt({ question: `Publish ${article}?` }) }))
  .addNode('act', () => ({ done: true }))
  .addEdge(START, 'ask')
  .addEdge('ask', 'act')
  .addEdge('act', END)
  .compile({ checkpointer: SqliteSaver.fromConnString(process.argv[2] ?? ':memory:') });

serve(
  async (id) => {
    const config = { configurable: { thread_id: id } };
    await graph.invoke({ article: id }, config);
    const { done } = await graph.invoke(new Command({ resume: true }), config);
    if (done !== true) throw new Error('The graph did not go on.');
  },
  async () => undefined,
);
