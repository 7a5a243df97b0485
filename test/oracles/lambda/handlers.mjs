/** Small handlers for the comparison of runtimes (test/oracles/lambda.test.ts). */
/* global awslambda */
let count = 0;
const later = (ms) => new Promise((done) => setTimeout(done, ms));
const streaming = (handler) => awslambda.streamifyResponse(handler);
const begin = (stream, prelude = { statusCode: 200, headers: { 'content-type': 'text/plain' } }) =>
  awslambda.HttpResponseStream.from(stream, prelude);

export const echoes = async (event) => ({ event, count: ++count });
export const nothing = async () => undefined;
export const isCircular = async () => {
  const made = {};
  made.itself = made;
  return made;
};
export const throwsError = async () => {
  throw new TypeError('a message');
};
export const throwsText = async () => {
  throw 'only text';
};
export const throwsAtOnce = () => {
  throw new RangeError('before a promise');
};
export const returnsAtOnce = () => ({ ok: true });
export const context = async (_event, context) => ({
  ...Object.fromEntries(
    ['functionName', 'awsRequestId', 'memoryLimitInMB', 'invokedFunctionArn', 'tenantId'].map((name) => [
      name,
      context[name],
    ]),
  ),
  remains: context.getRemainingTimeInMillis() > 0 && context.getRemainingTimeInMillis() <= 5_000,
});
export const exits = async () => {
  process.exit(3);
};
export const rejectsBeside = async () => {
  void Promise.reject(new Error('nobody waits'));
  await later(10_000);
};
export const throwsBeside = async () => {
  setTimeout(() => {
    throw new Error('outside');
  }, 0);
  await later(10_000);
};
export const loops = async () => {
  for (;;) count++;
};
export const sleeps = async () => later(60_000);
export const fillsMemory = async () => {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, () => ({ count: ++count })));
};

export const streams = streaming(async (event, stream) => {
  const body = begin(stream, { statusCode: 201, headers: { 'x-a': event.a }, cookies: ['a=1', 'b=2'] });
  body.write('one ');
  body.write(Buffer.from('twö '));
  body.end('three');
});
export const streamsSlowly = streaming(async (_event, stream) => {
  const body = begin(stream);
  for (const piece of ['a', 'b', 'c']) {
    body.write(piece);
    await later(20);
  }
  body.end();
});
export const streamsMuch = streaming(async (_event, stream) => {
  const body = begin(stream);
  for (let at = 0; at < 50; at++) {
    if (!body.write(Buffer.alloc(65_536, 97 + (at % 26)))) await new Promise((done) => body.once('drain', done));
  }
  body.end();
});
export const streamsWithoutHead = streaming(async (_event, stream) => {
  stream.write('no head');
  stream.end();
});
export const streamsType = streaming(async (_event, stream) => {
  stream.setContentType('application/json');
  stream.write('{}');
  stream.end();
});
export const streamsHeadAlone = streaming(async (_event, stream) => {
  begin(stream, { statusCode: 204, headers: {} }).end();
});
export const streamsHeadAndEmptyWrite = streaming(async (_event, stream) => {
  const body = begin(stream, { statusCode: 204, headers: {} });
  body.write('');
  body.end();
});
export const streamsAtItsEnd = streaming(async (_event, stream) => {
  begin(stream).end('all of it');
});
export const streamsNothing = streaming(async (_event, stream) => {
  stream.end();
});
export const streamsThrowsFirst = streaming(async () => {
  throw new TypeError('before anything');
});
export const streamsThrowsThen = streaming(async (_event, stream) => {
  begin(stream).write('a piece');
  await later(20);
  throw new TypeError('in the middle');
});
export const streamsReturns = streaming(async (_event, stream) => {
  const body = begin(stream);
  body.write('written');
  body.end();
  return 'returned';
});
export const streamsWithoutEnd = streaming(async (_event, stream) => {
  begin(stream).write('no end');
});
export const streamsObject = streaming(async (_event, stream) => {
  const body = begin(stream);
  body.write({ a: 1 });
  body.end();
});
export const streamsAndSleeps = streaming(async (_event, stream) => {
  begin(stream).write('a piece');
  await later(60_000);
});
