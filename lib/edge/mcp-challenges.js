// CloudFront Function, viewer response, on the MCP paths at which the token is in a header. Function URLs rename WWW-Authenticate, and
// CloudFront runs no function for an answer whose status is 400 or more. So a refusal with a challenge leaves the Lambda function with
// status 200 and two headers (lambdas/shared/functionUrl.ts), of which this function makes status and challenge.
function handler(event) {
  const response = event.response;
  const status = response.headers['x-refusal-status'];
  const challenge = response.headers['x-refusal-challenge'];
  if (!status || !challenge) return response;
  delete response.headers['x-refusal-status'];
  delete response.headers['x-refusal-challenge'];
  response.statusCode = Number(status.value);
  response.statusDescription = response.statusCode === 401 ? 'Unauthorized' : 'Forbidden';
  response.headers['www-authenticate'] = { value: challenge.value };
  return response;
}
