# docker build -t cudabmc . && docker run --rm -v "$PWD:/work" cudabmc main.cu
FROM python:3.12-slim
COPY . /source
RUN pip install --no-cache-dir '/source[cpp,solvers]' && rm -rf /source
# What is compiled once is kept: mount a volume here to keep it longer than a container.
ENV CUDABMC_CACHE=/cache
RUN mkdir -m 1777 /cache
WORKDIR /work
ENTRYPOINT ["cudabmc"]
